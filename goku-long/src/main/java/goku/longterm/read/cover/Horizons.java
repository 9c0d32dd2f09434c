package goku.longterm.read.cover;

import goku.model.Disk;
import goku.model.Rollup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/// The time from which on each form of the data is kept (Table 3 of the paper), at one moment. A
/// horizon is rounded down to a multiple of the next coarser interval, so that no interval of that
/// form is cut in two. Immutable.
public final class Horizons {
  /// The horizons by interval, 0 for raw datapoints.
  private final NavigableMap<Long, Long> fromMillis = new TreeMap<>();

  public Horizons(Disk disk, Instant now) {
    List<Rollup> rollups = disk.rollups();
    put(0, disk.rawTtl(), now, rollups.isEmpty() ? 1 : intervalMillis(rollups.getFirst()));
    for (int i = 0; i < rollups.size(); i++) {
      Rollup coarser = rollups.get(Math.min(i + 1, rollups.size() - 1));
      put(
          intervalMillis(rollups.get(i)),
          rollups.get(i).ttl(),
          now,
          Math.max(1, intervalMillis(coarser)));
    }
  }

  private void put(long interval, Duration ttl, Instant now, long multiple) {
    long horizon = now.minus(ttl).toEpochMilli();
    fromMillis.put(interval, Math.floorDiv(horizon, multiple) * multiple);
  }

  /// Returns the time before which nothing is kept in this form. Rollups of an interval that is no
  /// longer configured are kept as long as those of the next finer one.
  ///
  /// @param intervalMillis interval; 0 for raw datapoints
  public long of(long intervalMillis) {
    return Objects.requireNonNull(fromMillis.floorEntry(intervalMillis)).getValue();
  }

  /// Returns the time before which nothing is kept at all.
  public long last() {
    return fromMillis.values().stream().min(Long::compare).orElseThrow();
  }

  /// Returns all horizons, in no order.
  Iterable<Long> all() {
    return Map.copyOf(fromMillis).values();
  }

  private static long intervalMillis(Rollup rollup) {
    return rollup.interval().toMillis();
  }
}
