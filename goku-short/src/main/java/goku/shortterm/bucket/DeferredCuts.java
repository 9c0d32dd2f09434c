package goku.shortterm.bucket;

import goku.model.TimeRange;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The deleted times of series whose page of a file was corrupt when they were deleted. The
/// datapoints of these series cannot be cut until the file is repaired, and are not read until they
/// are cut.
///
/// Changed by the writer, read by any thread.
final class DeferredCuts {
  private final Map<Integer, List<TimeRange>> ranges = new ConcurrentHashMap<>();

  void add(int slot, TimeRange range) {
    ranges.merge(slot, List.of(range), DeferredCuts::concat);
  }

  private static List<TimeRange> concat(List<TimeRange> first, List<TimeRange> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  void addAll(DeferredCuts others, Predicate<Integer> ofSlot) {
    others.ranges.forEach(
        (slot, deleted) -> {
          if (ofSlot.test(slot)) {
            ranges.put(slot, deleted);
          }
        });
  }

  void remove(int slot) {
    ranges.remove(slot);
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  boolean has(int slot) {
    return !ranges.isEmpty() && ranges.containsKey(slot); // nearly always empty
  }

  /// Returns the deleted times of a series; empty for none.
  List<TimeRange> of(int slot) {
    return ranges.getOrDefault(slot, List.of());
  }

  /// Returns the slots of all series, ascending.
  int[] slots() {
    return ranges.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
  }
}
