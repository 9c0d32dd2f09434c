package goku.compactor.merge;

import goku.compactor.series.SortedSource;
import goku.model.Tier;
import java.util.List;

/// What a bucket is made to hold.
///
/// @param raw whether it has the datapoints as they came
/// @param rollupMillis interval of its rollups; 0 for none
record Content(boolean raw, long rollupMillis) {
  /// What the tier is to have, as far as the sources can give it. A source without raw datapoints
  /// was made when the namespace kept them for less time: then its rollups stand for it, and those
  /// of the bucket are at least as coarse.
  static Content of(Tier tier, List<? extends SortedSource> sources) {
    boolean raw = tier.raw();
    long rollupMillis = tier.rollup().map(interval -> interval.toMillis()).orElse(0L);
    for (SortedSource source : sources) {
      if (!source.hasRaw()) {
        raw = false;
        rollupMillis = commonMultiple(rollupMillis, source.rollupMillis());
      }
    }
    return new Content(raw, rollupMillis);
  }

  /// Whether the source's rollups are made into those of the bucket; else its datapoints are.
  boolean composesRollupsOf(SortedSource source) {
    return rollupMillis > 0
        && source.rollupMillis() > 0
        && rollupMillis % source.rollupMillis() == 0;
  }

  private static long commonMultiple(long a, long b) {
    if (a == 0 || b == 0) {
      return Math.max(a, b);
    }
    long multiple = a;
    while (multiple % b != 0) {
      multiple += a;
    }
    return multiple;
  }
}
