package goku.compactor.merge;

import goku.compactor.series.SortedSource;
import goku.model.Blocklist;
import java.io.IOException;
import java.util.BitSet;

/// What a merge leaves out of a source because it is blocked (section 9 of the paper), or because
/// the source passes over series that were deleted.
///
/// @param terms that no series has which is left
/// @param series how many series that are
public record LeftOut(BitSet terms, long series) {
  /// Of a source of which nothing is blocked.
  public static final LeftOut NOTHING = new LeftOut(new BitSet(), 0);

  /// Looks at the metrics of a source, and if one is blocked, at the names of all series; then the
  /// source is at its end. The same source and list give the same.
  ///
  /// @throws InterruptedException when the thread is interrupted meanwhile
  public static LeftOut of(SortedSource source, Blocklist blocklist)
      throws IOException, InterruptedException {
    BitSet metrics = blocklist.isEmpty() ? new BitSet() : metrics(source, blocklist);
    return metrics.isEmpty() ? NOTHING : of(source, metrics);
  }

  /// The same of a source that passes over series, so that it may have terms which none has.
  public static LeftOut ofThinned(SortedSource source, Blocklist blocklist)
      throws IOException, InterruptedException {
    return of(source, metrics(source, blocklist));
  }

  private static BitSet metrics(SortedSource source, Blocklist blocklist) throws IOException {
    var metrics = new BitSet();
    for (int metric = 0; metric < source.metricCount(); metric++) {
      metrics.set(metric, blocklist.blocks(source.term(metric)));
    }
    return metrics;
  }

  private static LeftOut of(SortedSource source, BitSet metrics)
      throws IOException, InterruptedException {
    var terms = new BitSet();
    terms.set(0, source.termCount());
    long blocked = 0;
    for (long series = 0; source.next(); series++) {
      Interruption.check(series);
      int[] name = source.terms();
      if (metrics.get(name[0])) {
        blocked++;
      } else {
        for (int i = 0; i < source.termCountOfSeries(); i++) {
          terms.clear(name[i]);
        }
      }
    }
    return new LeftOut(terms, blocked);
  }
}
