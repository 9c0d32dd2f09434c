package goku.shortterm.census;

import goku.index.Cardinality;
import goku.index.MetricCount;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// The numbers of series of the metrics that begin with a prefix. A count scans the names of the
/// shard, so it is made again only when a series was added or half a second has passed, and at most
/// a tenth of the time. Owned by the census.
final class PrefixCounts {
  private static final int PAUSE = 10;

  /// Counts also fall, which no other number tells.
  private static final long AGAIN_NANOS = Duration.ofMillis(500).toNanos();

  private record Count(long series, long added, long begunNanos, long endedNanos) {
    boolean holds(long addedNow, long now) {
      return now - endedNanos < PAUSE * (endedNanos - begunNanos)
          || (added == addedNow && now - endedNanos < AGAIN_NANOS);
    }
  }

  private final Cardinality cardinality;
  private final LongSupplier nanoTime;

  /// At most as many as namespaces have limits of prefixes.
  private final Map<String, Count> counts = new HashMap<>();

  PrefixCounts(Cardinality cardinality, LongSupplier nanoTime) {
    this.cardinality = cardinality;
    this.nanoTime = nanoTime;
  }

  long count(String prefix) {
    long now = nanoTime.getAsLong();
    long added = cardinality.added();
    Count last = counts.get(prefix);
    if (last == null || !last.holds(added, now)) {
      long series = cardinality.withPrefix(prefix).stream().mapToLong(MetricCount::series).sum();
      last = new Count(series, added, now, nanoTime.getAsLong());
      counts.put(prefix, last);
    }
    return last.series;
  }
}
