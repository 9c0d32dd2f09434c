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

/// When each metric was last asked for, as far as this root knows. Bounded: when there are too
/// many, those that were asked for the longest ago are forgotten, and `observedSinceMillis` moves
/// to their last query, so that what is said of the others stays true. Thread-safe.
public final class QueriedMetrics {
  /// Some 150 bytes each.
  static final int MAX = 500_000;

  private final InstantSource clock;
  private final int max;
  private final long beganMillis;
  private final Map<String, Queried> metrics = new ConcurrentHashMap<>();

  /// Those that were asked for here, or forgotten, since they were last taken; the empty name
  /// stands for `observedSinceMillis`. Guarded by itself.
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

  /// Empty when the metric was not asked for since `observedSinceMillis`.
  public Optional<Queried> of(String metric) {
    return Optional.ofNullable(metrics.get(metric));
  }

  /// Since when all queries are known; empty while it is not known itself, because what other roots
  /// and earlier processes were asked has not been read yet.
  public OptionalLong observedSinceMillis() {
    Long since = observedSince;
    return since == null ? OptionalLong.empty() : OptionalLong.of(since);
  }

  public int size() {
    return metrics.size();
  }

  /// Nobody else keeps what is asked: it is known from the beginning of this process on.
  void observeAlone() {
    observedSince = beganMillis;
  }

  /// All that is kept was heard.
  ///
  /// @param since what it says, null when nobody said it before
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

  /// What is to be written; from then on it counts as written.
  Set<String> takeChanged() {
    synchronized (changed) {
      Set<String> taken = new HashSet<>(changed);
      changed.clear();
      return taken;
    }
  }

  /// Of what was taken some could not be written.
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

  /// A tenth at a time, as it takes a look at all of them.
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
