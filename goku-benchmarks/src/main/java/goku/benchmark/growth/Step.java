package goku.benchmark.growth;

import java.time.Duration;
import java.util.List;

/// One server and what it is loaded with.
///
/// @param size what grows: the place of the step on the axis of a plot
/// @param hosts each has 101 series
/// @param readings of each series in one load
/// @param flags of the server, besides those of every step
record Step(long size, int hosts, int readings, int shards, List<String> flags) {
  /// The first finds series that nobody knows, others warm the server up, the last ones count.
  static final int LOADS = 6;

  /// The number of loads, of which the median counts, because an active compiler halves one now and
  /// then.
  static final int COUNTED_LOADS = 3;

  private static final int SERIES_OF_A_HOST = 101;

  /// All loads together.
  private static final Duration SPAN = Duration.ofHours(12);

  private static final int MAX_ASKED = 80;

  long series() {
    return (long) hosts * SERIES_OF_A_HOST;
  }

  /// Returns namespaces that accept datapoints as old as the first load.
  String namespaces() {
    return """
    namespaces:
      - name: ns1
        default: true
        backfill: 14h
        memory-ttl: 24h
        kafka-topic: goku-ns1
        s3: {bucket: goku}
        shard-groups: 1
        shards-per-group: %d
    """
        .formatted(shards);
  }

  /// Room for the largest step.
  String heap() {
    return series() > 2_000_000 ? "6g" : "3g";
  }

  Duration interval() {
    long seconds = SPAN.toSeconds() / ((long) LOADS * readings);
    return Duration.ofSeconds(Math.clamp(seconds, 1, Duration.ofMinutes(5).toSeconds()));
  }

  /// Returns the length of one load.
  Duration length() {
    return interval().multipliedBy(readings);
  }

  /// Returns the longest range of queries, so that they find equally many datapoints at every step.
  Duration asked() {
    return interval().multipliedBy(Math.min(readings, MAX_ASKED));
  }
}
