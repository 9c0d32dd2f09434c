package goku.shortterm.usage;

import goku.index.SeriesIndex;
import goku.model.SeriesFilter;
import goku.model.Tier;
import goku.query.usage.MetricUsage;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.Buckets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// The usage of a shard by metrics and tags (section 9 of the paper). Exact as of a moment: calls
/// within some seconds return the same numbers, with the time of the count. Thread-safe. Callers
/// hold a pin of the shard.
public final class UsageCounter {
  /// The age up to which a count is reused. Counting visits all series, at some 20 ns per stream:
  /// called all the time, it takes less than a percent of a processor for a million series.
  public static final Duration MAX_AGE = Duration.ofSeconds(10);

  /// The windows of a day.
  private static final int DAY =
      (int) (Duration.ofDays(1).toMillis() / Tier.MEMORY_BUCKET.toMillis());

  private static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);

  private final String namespace;
  private final SeriesIndex index;
  private final Buckets buckets;
  private final InstantSource clock;
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /// Guarded by the lock, as are all fields below.
  private final PartSums parts = new PartSums();

  private MetricNumbers numbers = new MetricNumbers();
  private MetricUsages counted = MetricUsages.NONE;

  public UsageCounter(String namespace, SeriesIndex index, Buckets buckets, InstantSource clock) {
    this.namespace = namespace;
    this.index = index;
    this.buckets = buckets;
    this.clock = clock;
  }

  /// Returns all metrics with the prefix, without an order.
  public MetricUsages metrics(String prefix) {
    MetricUsages all = all();
    return prefix.isEmpty()
        ? all
        : new MetricUsages(
            all.asOfMillis(),
            all.metrics().stream().filter(usage -> usage.metric().startsWith(prefix)).toList());
  }

  /// Returns the tag keys of a metric's series, without an order.
  public List<TagKeyUsage> tagKeys(String metric) {
    return new TagCounter(index, metric).keys();
  }

  /// Returns the values of a tag key in a metric's series, without an order.
  public List<TagValueUsage> tagValues(String metric, String key) {
    return new TagCounter(index, metric).values(key);
  }

  private MetricUsages all() {
    oneAtATime.lock();
    try {
      long now = clock.millis();
      long age = now - counted.asOfMillis();
      if (age < 0 || age >= MAX_AGE.toMillis()) { // negative before the first count
        counted = new MetricUsages(now, count(now));
      }
      return counted;
    } finally {
      oneAtATime.unlock();
    }
  }

  private List<MetricUsage> count(long nowMillis) {
    List<Integer> windows = new ArrayList<>();
    List<BucketPart> places = new ArrayList<>();
    for (Bucket bucket : buckets.all()) {
      for (BucketPart part : bucket.parts()) {
        windows.add(bucket.number());
        places.add(part);
      }
    }
    // after the parts: a series is found before any part has its datapoints
    int[] slots = index.search(ALL);
    int[] metrics = metricsOf(slots);
    List<MetricSums> sums = parts.of(places, slots, metrics);
    var total = new MetricSums();
    var day = new MetricSums();
    var last = new MetricSums();
    for (int metric : metrics) {
      total.add(metric, 1, 0, 0);
    }
    int current = Bucket.numberOf(nowMillis);
    for (int metric = 0; metric < numbers.size(); metric++) {
      for (int i = 0; i < sums.size(); i++) {
        long points = sums.get(i).points(metric);
        int window = windows.get(i);
        total.add(metric, 0, points, sums.get(i).bytes(metric));
        day.add(metric, 0, window > current - DAY ? points : 0, 0);
        last.add(metric, 0, window == current - 1 ? points : 0, 0);
      }
    }
    return usages(total, day, last);
  }

  private List<MetricUsage> usages(MetricSums total, MetricSums day, MetricSums last) {
    List<MetricUsage> usages = new ArrayList<>();
    for (int metric = 0; metric < numbers.size(); metric++) {
      if (total.series(metric) > 0) {
        usages.add(
            new MetricUsage(
                namespace,
                numbers.name(metric),
                total.series(metric),
                day.points(metric),
                last.points(metric),
                total.bytes(metric)));
      }
    }
    return usages;
  }

  private int[] metricsOf(int[] slots) {
    if (numbers.size() > 2 * counted.metrics().size() + 1024) {
      numbers = new MetricNumbers(); // most known ones are gone
      parts.forget();
    }
    var ofTerms = numbers.new OfTerms(index.terms());
    int[] metrics = new int[slots.length];
    for (int i = 0; i < slots.length; i++) {
      metrics[i] = ofTerms.of(index.series().metric(slots[i]));
    }
    return metrics;
  }
}
