package goku.shortterm.bucket;

import goku.index.SeriesIndex;
import goku.model.Blocklist;
import goku.model.NameHash;
import goku.model.NameText;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// A predicate on series by their metrics, which looks at the name of each metric once. Used for
/// slots with datapoints, under a pin. Owned by one thread.
public final class SeriesOfMetrics implements IntPredicate {
  private final SeriesIndex index;
  private final Predicate<byte[]> wanted;
  private final BitSet seen = new BitSet();
  private final BitSet matching = new BitSet();

  private SeriesOfMetrics(SeriesIndex index, Predicate<byte[]> wanted) {
    this.index = index;
    this.wanted = wanted;
  }

  /// Returns a predicate for series whose metrics have one of the hashes.
  public static SeriesOfMetrics withHashes(SeriesIndex index, Set<Long> hashes) {
    return new SeriesOfMetrics(index, metric -> hashes.contains(NameHash.of(metric)));
  }

  /// Returns a predicate for series of blocked metrics.
  public static SeriesOfMetrics blocked(SeriesIndex index, Blocklist blocklist) {
    return new SeriesOfMetrics(index, blocklist::blocks);
  }

  @Override
  public boolean test(int slot) {
    int metric = index.series().metric(slot);
    if (!seen.get(metric)) {
      seen.set(metric);
      matching.set(metric, wanted.test(NameText.bytes(index.terms().text(metric))));
    }
    return matching.get(metric);
  }
}
