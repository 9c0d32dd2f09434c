package goku.shortterm.census;

import goku.cardinality.CountQuery;
import goku.cardinality.HashFilter;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.ScopeCount.LargestMetric;
import goku.cardinality.SeriesScope;
import goku.index.Cardinality;
import goku.index.MetricCount;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/// The filters of the scopes near their limits. A filter is made again when a series was added, at
/// most a tenth of the time, unless it would become so old that ingestors do not trust it. Removed
/// series stay in a filter until then: they only pass. Owned by the census.
final class ScopeFilters {
  /// The pause after making a filter, in terms of the time that it took.
  private static final int PAUSE = 10;

  /// The longest pause. Ingestors trust a filter for 10 s, and one that takes a second and a half,
  /// as on a busy machine, must not get that old.
  private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(4).toNanos();

  private static final long UNUSED_NANOS = Duration.ofMinutes(1).toNanos();

  private static final class Made {
    private final long version;
    private final long added;
    private final long series;
    private final HashFilter filter;
    private final LargestMetric largest;
    private final long begunNanos;
    private final long endedNanos;
    private long usedNanos;

    Made(
        long version,
        long added,
        long series,
        HashFilter filter,
        LargestMetric largest,
        long begunNanos,
        long endedNanos) {
      this.version = version;
      this.added = added;
      this.series = series;
      this.filter = filter;
      this.largest = largest;
      this.begunNanos = begunNanos;
      this.endedNanos = endedNanos;
      usedNanos = endedNanos;
    }
  }

  private final Cardinality cardinality;
  private final LongSupplier nanoTime;
  private final Map<SeriesScope, Made> made = new HashMap<>();

  /// Other replicas, and this one after a restart, begin elsewhere.
  private long lastVersion = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);

  ScopeFilters(Cardinality cardinality, LongSupplier nanoTime) {
    this.cardinality = cardinality;
    this.nanoTime = nanoTime;
  }

  /// Returns the filter of the scope.
  ///
  /// @param added changes whenever a series was added to the scope
  Filtered of(SeriesScope scope, long added, CountQuery query) {
    long now = nanoTime.getAsLong();
    Made last = made.get(scope);
    if (last == null || (last.added != added && isRested(last, now))) {
      last = make(scope, added, now);
      made.put(scope, last);
    }
    last.usedNanos = now;
    long age = last.added == added ? 0 : Duration.ofNanos(now - last.begunNanos).toMillis();
    boolean isKnown = query.known().getOrDefault(scope, 0L) == last.version;
    return new Filtered(
        last.version,
        last.series,
        age,
        isKnown ? Optional.empty() : Optional.of(last.filter),
        last.largest);
  }

  /// Forgets filters for which nobody has asked for a while.
  void forgetUnused() {
    long now = nanoTime.getAsLong();
    made.values().removeIf(one -> now - one.usedNanos > UNUSED_NANOS);
  }

  private static boolean isRested(Made last, long now) {
    long pause = Math.min(PAUSE * (last.endedNanos - last.begunNanos), LONGEST_PAUSE_NANOS);
    return now - last.endedNanos >= pause;
  }

  private Made make(SeriesScope scope, long added, long begunNanos) {
    List<MetricCount> metrics =
        switch (scope.kind()) {
          case METRIC -> List.of(new MetricCount(scope.name(), 0));
          case PREFIX -> cardinality.withPrefix(scope.name());
          case SHARD -> cardinality.largestMetrics(1);
        };
    long[] hashes = scope.kind() == SeriesScope.Kind.SHARD ? cardinality.hashes() : all(metrics);
    HashFilter filter = HashFilter.of(hashes);
    String largest = metrics.isEmpty() ? "" : metrics.getFirst().metric();
    String key = cardinality.explodingKey(largest).orElse("");
    return new Made(
        ++lastVersion,
        added,
        hashes.length,
        filter,
        new LargestMetric(largest, key),
        begunNanos,
        nanoTime.getAsLong());
  }

  private long[] all(List<MetricCount> metrics) {
    return metrics.stream()
        .flatMapToLong(metric -> Arrays.stream(cardinality.hashes(metric.metric())))
        .toArray();
  }
}
