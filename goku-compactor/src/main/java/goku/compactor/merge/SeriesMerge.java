package goku.compactor.merge;

import goku.compactor.series.SeriesSink;
import goku.compactor.series.SortedSource;
import goku.format.CorruptException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/// A merge of sources into a sink: first the terms, then the series. Owned by one thread.
final class SeriesMerge {
  private static final int SERIES_A_REPORT = 4096;

  private final SeriesSink sink;
  private final SeriesCompaction join;
  private final LongConsumer progress;

  /// The sources that have more series, each at its least.
  private final PriorityQueue<SourceCursor> queue = new PriorityQueue<>();

  /// The sources that are at the current series, in the order of the sources.
  private final List<SourceCursor> same = new ArrayList<>();

  private SeriesMerge(SeriesSink sink, SeriesCompaction join, LongConsumer progress) {
    this.sink = sink;
    this.join = join;
    this.progress = progress;
  }

  /// Merges all series of the sources.
  static void run(
      List<? extends SortedSource> sources,
      Content content,
      long startMillis,
      long endMillis,
      SeriesSink sink,
      LongConsumer progress)
      throws IOException, InterruptedException {
    List<LeftOut> nothing = Collections.nCopies(sources.size(), LeftOut.NOTHING);
    run(sources, nothing, content, startMillis, endMillis, sink, progress);
  }

  /// Merges the sources and returns when the sink has all series. Series without remaining data do
  /// not reach the sink.
  ///
  /// @param leftOut the terms of each source that do not reach the sink
  /// @param startMillis first millisecond of the window
  /// @param endMillis first millisecond after the window
  /// @throws goku.format.FormatException when a source has data outside the window
  static void run(
      List<? extends SortedSource> sources,
      List<LeftOut> leftOut,
      Content content,
      long startMillis,
      long endMillis,
      SeriesSink sink,
      LongConsumer progress)
      throws IOException, InterruptedException {
    boolean composes = content.composesAnyOf(sources);
    var join = new SeriesCompaction(content, composes, startMillis, endMillis);
    int[][] numbers = TermMerge.run(sources, leftOut, sink);
    var merge = new SeriesMerge(sink, join, progress);
    for (int i = 0; i < numbers.length; i++) {
      merge.same.add(new SourceCursor(sources.get(i), i, numbers[i]));
    }
    merge.run();
  }

  private void run() throws IOException, InterruptedException {
    long series = 0;
    advance();
    while (!queue.isEmpty()) {
      Interruption.check(series);
      takeLeast();
      joinSame();
      advance();
      series++;
      if (series % SERIES_A_REPORT == 0) {
        progress.accept(series);
      }
    }
    progress.accept(series);
  }

  private void advance() throws IOException, InterruptedException {
    for (SourceCursor cursor : same) {
      if (cursor.next()) {
        queue.add(cursor);
      }
    }
    same.clear();
  }

  private void takeLeast() {
    SourceCursor first = queue.remove();
    same.add(first);
    SourceCursor next = queue.peek();
    while (next != null && next.isSameSeries(first)) {
      same.add(queue.remove());
      next = queue.peek();
    }
  }

  private void joinSame() throws IOException {
    SourceCursor first = same.getFirst();
    long hash = first.source().hash();
    join.begin();
    for (SourceCursor cursor : same) {
      SortedSource source = cursor.source();
      if (source.hash() != hash) {
        throw new CorruptException(
            source.name(),
            0,
            "a series with the hash %016x".formatted(source.hash()),
            "%016x, as %s has it".formatted(hash, first.source().name()));
      }
      join.add(source);
    }
    if (join.end()) {
      sink.add(hash, first.terms(), first.termCount(), join.points(), join.rollups());
    }
  }
}
