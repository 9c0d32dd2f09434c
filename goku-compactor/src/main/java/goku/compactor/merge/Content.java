package goku.compactor.merge;

import goku.compactor.series.SortedSource;
import goku.model.Tier;
import java.util.List;

/// The kinds of data that a bucket holds.
///
/// @param raw whether it has the raw datapoints
/// @param rollupMillis interval of its rollups; 0 for none
record Content(boolean raw, long rollupMillis) {
  /// Returns the content that the tier asks for, as far as the sources provide it. A source without
  /// raw datapoints was built when the namespace kept them for less time. Its rollups then take
  /// their place, and the rollups of the bucket are at least as coarse.
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

  /// Returns whether rollups of the bucket are composed of the source's rollups, not its
  /// datapoints.
  boolean composesRollupsOf(SortedSource source) {
    return rollupMillis > 0
        && source.rollupMillis() > 0
        && rollupMillis % source.rollupMillis() == 0;
  }

  /// Returns whether the rollups of the bucket are composed of those of sources. They are built
  /// from the datapoints of all sources if the bucket holds these anyway and files of GokuS are
  /// among the sources, because such a file may add to the window of another source.
  boolean composesAnyOf(List<? extends SortedSource> sources) {
    boolean adds = raw && sources.stream().anyMatch(source -> source.rollupMillis() == 0);
    return !adds && sources.stream().anyMatch(this::composesRollupsOf);
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
