package goku.compactor.merge;

import goku.compactor.series.SeriesSink;
import goku.compactor.series.SortedSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;

/// Merges the sorted terms of all sources and numbers them anew. Of each term of a source 4 bytes
/// stay in memory, of the texts one of each source. Owned by one thread.
final class TermMerge {
  private final List<? extends SortedSource> sources;

  /// Stands for a term that the sink does not get.
  static final int LEFT_OUT = -1;

  private final List<LeftOut> leftOut;

  /// Of each source, of each of its terms, the number in the sink.
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

  /// Tells the sink all terms. Returns for each source the numbers that its terms have there, which
  /// ascend as they do in the source, and `LEFT_OUT` for those that it does not get.
  ///
  /// @param leftOut of each source, what the sink does not get
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
