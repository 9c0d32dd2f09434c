package goku.simulation;

import goku.model.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The acknowledged datapoints: all states of each datapoint in the order of the log.
final class Reference {
  /// A state of a datapoint since an offset.
  ///
  /// @param value null if it is deleted
  record State(long offset, @Nullable Double value) {}

  private static final State NOTHING = new State(-1, null);

  private final Map<String, NavigableMap<Long, List<State>>> series = new TreeMap<>();

  /// The datapoints of logs that no longer exist, which replicas may still have.
  private final Map<String, Map<Long, Set<Double>>> former = new TreeMap<>();

  /// The number of the first window that must be kept.
  private long firstWindow = Long.MIN_VALUE;

  void put(String name, long timestampMillis, double value, long offset) {
    series
        .computeIfAbsent(name, _ -> new TreeMap<>())
        .computeIfAbsent(timestampMillis, _ -> new ArrayList<>())
        .add(new State(offset, value));
  }

  void delete(String name, long fromMillis, long toMillis, long offset) {
    series
        .getOrDefault(name, new TreeMap<>())
        .subMap(fromMillis, true, toMillis, true)
        .values()
        .stream()
        .filter(states -> states.getLast().value != null)
        .forEach(states -> states.add(new State(offset, null)));
  }

  /// Returns whether no datapoint in the range was ever acknowledged.
  boolean isEmpty(long fromMillis, long endMillis) {
    return series.values().stream()
        .allMatch(points -> points.subMap(fromMillis, endMillis).isEmpty());
  }

  /// Permits the loss of windows before a time, for ever.
  void mayForgetBefore(long millis) {
    firstWindow = Math.max(firstWindow, window(millis));
  }

  /// Makes all datapoints optional, because their log is gone.
  void forgive() {
    forgiveFrom(Long.MIN_VALUE);
  }

  /// Makes all datapoints optional whose last states were lost with the records from an offset on.
  void forgiveFrom(long offset) {
    series.forEach(
        (name, points) ->
            points
                .entrySet()
                .removeIf(
                    point -> {
                      List<State> states = point.getValue();
                      boolean isLost = states.getLast().offset >= offset;
                      if (isLost) {
                        states.forEach(state -> addFormer(name, point.getKey(), state));
                      }
                      return isLost;
                    }));
  }

  private void addFormer(String name, long timestampMillis, State state) {
    if (state.value != null) {
      former
          .computeIfAbsent(name, _ -> new TreeMap<>())
          .computeIfAbsent(timestampMillis, _ -> new HashSet<>())
          .add(state.value);
    }
  }

  /// Returns whether a log that is gone had the datapoint.
  boolean wasFormer(String name, long timestampMillis, double value) {
    return former
        .getOrDefault(name, Map.of())
        .getOrDefault(timestampMillis, Set.of())
        .contains(value);
  }

  boolean mustKeep(long timestampMillis) {
    return window(timestampMillis) >= firstWindow;
  }

  Map<String, NavigableMap<Long, List<State>>> series() {
    return Collections.unmodifiableMap(series);
  }

  /// Returns whether a datapoint may have this value for a replica that has applied the log up to
  /// an offset, and perhaps some of the rest.
  static boolean accepts(List<State> states, long applied, @Nullable Double value) {
    State last = NOTHING;
    for (State state : states) {
      if (state.offset > applied && equal(last, value)) {
        return true;
      }
      last = state;
    }
    return equal(last, value);
  }

  private static boolean equal(State state, @Nullable Double value) {
    return state.value == null ? value == null : state.value.equals(value);
  }

  /// Returns the last values of the datapoints whose times pass.
  Map<String, Map<Long, Double>> last(LongPredicate times) {
    Map<String, Map<Long, Double>> all = new TreeMap<>();
    series.forEach(
        (name, points) ->
            points.forEach(
                (time, states) -> {
                  Double value = states.getLast().value;
                  if (value != null && times.test(time)) {
                    all.computeIfAbsent(name, _ -> new TreeMap<>()).put(time, value);
                  }
                }));
    return all;
  }

  static long window(long millis) {
    return Math.floorDiv(millis, Tier.MEMORY_BUCKET.toMillis());
  }
}
