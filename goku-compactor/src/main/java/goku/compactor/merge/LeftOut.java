package goku.compactor.merge;

import goku.compactor.series.SortedSource;
import goku.model.Blocklist;
import java.io.IOException;
import java.util.BitSet;

/// The terms and series of a source that a merge leaves out because they are blocked (section 9 of
/// the paper), or because the source skips deleted series.
///
/// @param terms terms that no remaining series has
/// @param series number of blocked series
public record LeftOut(BitSet terms, long series) {
  /// The value for a source of which nothing is left out.
  public static final LeftOut NOTHING = new LeftOut(new BitSet(), 0);

  /// Finds the blocked metrics of a source and, if there are any, reads the names of all series.
  /// The source is then at its end. The same source and list give the same result.
  ///
  /// @throws InterruptedException when the thread is interrupted meanwhile
  public static LeftOut of(SortedSource source, Blocklist blocklist)
      throws IOException, InterruptedException {
    BitSet metrics = blocklist.isEmpty() ? new BitSet() : metrics(source, blocklist);
    return metrics.isEmpty() ? NOTHING : of(source, metrics);
  }

  /// Finds the same for a source that skips series and may therefore have terms without series.
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
