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
import org.jspecify.annotations.Nullable;

/// The time of the last query of each metric, as far as this root knows. At the size limit, the
/// metrics queried the longest ago are evicted, and `observedSinceMillis` moves to their last
/// query. Thread-safe.
public final class QueriedMetrics {
  /// The largest number of metrics, at about 150 bytes each.
  static final int MAX = 500_000;

  private final InstantSource clock;
  private final int max;
  private final long beganMillis;
  private final Map<String, Queried> metrics = new ConcurrentHashMap<>();

  /// Metrics that were queried here or evicted since `takeChanged`. The empty name stands for
  /// `observedSinceMillis`. Guarded by itself.
  private final Set<String> changed = new HashSet<>();

  private volatile @Nullable Long observedSince;

  public QueriedMetrics(InstantSource clock) {
    this(clock, MAX);
  }

  QueriedMetrics(InstantSource clock, int max) {
    this.clock = clock;
    this.max = max;
    beganMillis = clock.millis();
  }

  /// Notes that a query names the metric.
  public void asked(String metric) {
    long now = clock.millis();
    metrics.compute(
        metric, (name, known) -> known == null ? new Queried(now, 1) : known.again(now));
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
    metrics.merge(metric, queried, Queried::with);
    forgetIfTooMany();
  }

  void heardForgotten(String metric) {
    if (!isChanged(metric)) {
      metrics.remove(metric);
    }
  }

  /// Returns the metrics to write, and marks them as written.
  Set<String> takeChanged() {
    synchronized (changed) {
      Set<String> taken = new HashSet<>(changed);
      changed.clear();
      return taken;
    }
  }

  /// Marks metrics as not written after all.
  void giveBack(Set<String> names) {
    synchronized (changed) {
      changed.addAll(names);
    }
  }

  private boolean isChanged(String metric) {
    synchronized (changed) {
      return changed.contains(metric);
    }
  }

  private void change(String name) {
    synchronized (changed) {
      changed.add(name);
    }
  }

  /// Evicts a tenth at a time, because each call sorts all metrics.
  private synchronized void forgetIfTooMany() {
    if (metrics.size() <= max) {
      return;
    }
    List<Map.Entry<String, Queried>> oldest = new ArrayList<>(metrics.entrySet());
    oldest.sort(Comparator.comparingLong(entry -> entry.getValue().lastMillis()));
    int count = metrics.size() - max + max / 10;
    for (Map.Entry<String, Queried> entry : oldest.subList(0, count)) {
      metrics.remove(entry.getKey());
      change(entry.getKey());
    }
    Long since = observedSince;
    long last = oldest.get(count - 1).getValue().lastMillis();
    if (since == null || since < last) {
      observedSince = last;
      change("");
    }
  }
}
