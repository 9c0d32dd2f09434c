package goku.root.queried;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The time of the last query of each metric, as far as this root knows. At the size limit, the
/// metrics queried the longest ago are evicted, and `observedSinceMillis` moves to their last
/// query. Thread-safe.
public final class QueriedMetrics {
  /// The largest number of metrics.
  static final int MAX = 500_000;

  /// The longest name that is kept, in characters. Clients may query any name, and ingestors accept
  /// none that is longer by default.
  static final int MAX_NAME = 4096;

  /// The part of the heap for the metrics.
  private static final int HEAP_PART = 32;

  /// The objects of a metric, besides its name.
  private static final long METRIC_BYTES = 150;

  private final InstantSource clock;
  private final int max;
  private final long maxBytes;
  private final AtomicLong bytes = new AtomicLong();
  private final long beganMillis;
  private final Map<String, Queried> metrics = new ConcurrentHashMap<>();

  /// Metrics that were queried here or evicted since `takeChanged`. The empty name stands for
  /// `observedSinceMillis`. Guarded by itself.
  private final Set<String> changed = new HashSet<>();

  /// The memory of `changed`. Beyond its limit, changes are not written: a metric that is queried
  /// again is written then, and one that was evicted is evicted again after the next start.
  private long changedBytes;

  private volatile @Nullable Long observedSince;

  public QueriedMetrics(InstantSource clock) {
    this(clock, MAX, Runtime.getRuntime().maxMemory() / HEAP_PART);
  }

  /// @param maxBytes the most memory for metrics, and as much again for changes to write
  QueriedMetrics(InstantSource clock, int max, long maxBytes) {
    this.clock = clock;
    this.max = max;
    this.maxBytes = maxBytes;
    beganMillis = clock.millis();
  }

  /// Notes that a query names the metric.
  public void asked(String metric) {
    if (metric.length() > MAX_NAME) {
      return;
    }
    long now = clock.millis();
    metrics.compute(metric, (name, known) -> known == null ? added(name, now) : known.again(now));
    change(metric);
    forgetIfTooMany();
  }

  /// Returns empty if the metric was not queried since `observedSinceMillis`.
  public Optional<Queried> of(String metric) {
    return Optional.ofNullable(metrics.get(metric));
  }

  /// Returns the time since which all queries are known. Empty until the queries of other roots and
  /// earlier processes have been read.
  public OptionalLong observedSinceMillis() {
    Long since = observedSince;
    return since == null ? OptionalLong.empty() : OptionalLong.of(since);
  }

  public int size() {
    return metrics.size();
  }

  /// Starts the observation without a topic: queries are known since this process started.
  void observeAlone() {
    observedSince = beganMillis;
  }

  /// Notes that the whole topic has been read.
  ///
  /// @param since the time in the topic since which queries are known; null if there is none
  void heardAll(@Nullable Long since) {
    if (since != null) {
      observedSince = since;
    } else if (observedSince == null) {
      observedSince = beganMillis;
      change("");
    }
  }

  void heard(String metric, Queried queried) {
    if (metric.length() > MAX_NAME) {
      return; // written by an earlier version
    }
    metrics.compute(
        metric,
        (name, known) -> {
          if (known == null) {
            bytes.addAndGet(bytesOf(name));
            return queried;
          }
          return known.with(queried);
        });
    forgetIfTooMany();
  }

  void heardForgotten(String metric) {
    if (!isChanged(metric)) {
      remove(metric);
    }
  }

  /// Returns the metrics to write, and marks them as written.
  Set<String> takeChanged() {
    synchronized (changed) {
      Set<String> taken = new HashSet<>(changed);
      changed.clear();
      changedBytes = 0;
      return taken;
    }
  }

  /// Marks metrics as not written after all.
  void giveBack(Set<String> names) {
    names.forEach(this::change);
  }

  private boolean isChanged(String metric) {
    synchronized (changed) {
      return changed.contains(metric);
    }
  }

  private void change(String name) {
    synchronized (changed) {
      if (changedBytes <= 2 * maxBytes && changed.add(name)) {
        changedBytes += bytesOf(name);
      }
    }
  }

  private Queried added(String metric, long nowMillis) {
    bytes.addAndGet(bytesOf(metric));
    return new Queried(nowMillis, 1);
  }

  private void remove(String metric) {
    if (metrics.remove(metric) != null) {
      bytes.addAndGet(-bytesOf(metric));
    }
  }

  private static long bytesOf(String metric) {
    return METRIC_BYTES + (long) Character.BYTES * metric.length();
  }

  /// Evicts a tenth at a time, because each call sorts all metrics.
  private synchronized void forgetIfTooMany() {
    if (metrics.size() <= max && bytes.get() <= maxBytes) {
      return;
    }
    List<Map.Entry<String, Queried>> oldest = new ArrayList<>(metrics.entrySet());
    oldest.sort(Comparator.comparingLong(entry -> entry.getValue().lastMillis()));
    int count = 0;
    while (count < oldest.size()
        && (metrics.size() > max - max / 10 || bytes.get() > maxBytes - maxBytes / 10)) {
      String evicted = oldest.get(count++).getKey();
      remove(evicted);
      change(evicted);
    }
    if (count == 0) {
      return;
    }
    Long since = observedSince;
    long last = oldest.get(count - 1).getValue().lastMillis();
    if (since == null || since < last) {
      observedSince = last;
      change("");
    }
  }
}
