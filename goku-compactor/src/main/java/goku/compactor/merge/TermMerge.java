package goku.compactor.merge;

import goku.compactor.series.SeriesSink;
import goku.compactor.series.SortedSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;

/// A merge of the sorted terms of all sources, which numbers them anew. Memory holds 4 bytes for
/// each term of each source, and one text per source. Owned by one thread.
final class TermMerge {
  private final List<? extends SortedSource> sources;

  /// The number of a term that does not reach the sink.
  static final int LEFT_OUT = -1;

  private final List<LeftOut> leftOut;

  /// The numbers in the sink by source and term.
  private final int[][] numbers;

  private int next;

  private TermMerge(List<? extends SortedSource> sources, List<LeftOut> leftOut) {
    this.sources = sources;
    this.leftOut = leftOut;
    numbers = new int[sources.size()][];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = new int[sources.get(i).termCount()];
    }
  }

  /// Passes all terms to the sink. Returns the numbers in the sink for the terms of each source.
  /// They ascend as in the source; `LEFT_OUT` stands for terms that do not reach the sink.
  ///
  /// @param leftOut the terms of each source that do not reach the sink
  static int[][] run(List<? extends SortedSource> sources, List<LeftOut> leftOut, SeriesSink sink)
      throws IOException, InterruptedException {
    var merge = new TermMerge(sources, leftOut);
    merge.metrics(sink);
    merge.pairs(sink);
    return merge.numbers;
  }

  @FunctionalInterface
  private interface TermSink {
    void add(byte[] utf8) throws IOException;
  }

  private void metrics(SeriesSink sink) throws IOException, InterruptedException {
    var queue = new PriorityQueue<Cursor>();
    for (int i = 0; i < numbers.length; i++) {
      enqueue(new Cursor(i, 0, sources.get(i).metricCount()), queue);
    }
    merge(queue, sink::metric);
  }

  private void pairs(SeriesSink sink) throws IOException, InterruptedException {
    var queue = new PriorityQueue<Cursor>();
    for (int i = 0; i < numbers.length; i++) {
      enqueue(new Cursor(i, sources.get(i).metricCount(), sources.get(i).termCount()), queue);
    }
    merge(queue, sink::pair);
  }

  private void merge(PriorityQueue<Cursor> queue, TermSink sink)
      throws IOException, InterruptedException {
    byte[] last = {};
    boolean first = true;
    while (!queue.isEmpty()) {
      Cursor least = queue.remove();
      if (first || !Arrays.equals(last, least.term)) {
        Interruption.check(next);
        sink.add(least.term);
        last = least.term;
        first = false;
        next++;
      }
      numbers[least.source][least.at] = next - 1;
      least.at++;
      enqueue(least, queue);
    }
  }

  private void enqueue(Cursor cursor, PriorityQueue<Cursor> queue) throws IOException {
    BitSet without = leftOut.get(cursor.source).terms();
    while (cursor.at < cursor.end && without.get(cursor.at)) {
      numbers[cursor.source][cursor.at] = LEFT_OUT;
      cursor.at++;
    }
    if (cursor.at < cursor.end) {
      cursor.term = sources.get(cursor.source).term(cursor.at);
      queue.add(cursor);
    }
  }

  /// The least term of a source that is not merged yet.
  private static final class Cursor implements Comparable<Cursor> {
    private final int source;
    private final int end;
    private int at;
    private byte[] term = {};

    Cursor(int source, int from, int end) {
      this.source = source;
      this.end = end;
      at = from;
    }

    @Override
    public int compareTo(Cursor other) {
      return Arrays.compareUnsigned(term, other.term);
    }
  }
}
