package goku.root.planning;

import goku.model.Hole;
import goku.model.Holes;
import goku.model.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The times at which a range is cut because each replica of a shard lacks another part of it. Each
/// part then has a replica without a hole, as far as there is one. Stateless.
final class HoleCuts {
  private HoleCuts() {}

  /// Returns the starts of all parts but the first, ascending; empty if a replica has the whole
  /// range, or if no cut helps.
  ///
  /// @param replicas the holes of each replica
  static List<Long> of(TimeRange range, List<Holes> replicas) {
    if (replicas.size() < 2 || replicas.stream().anyMatch(holes -> !holes.overlap(range))) {
      return List.of();
    }
    List<Long> cuts = new ArrayList<>();
    List<Holes> whole = replicas;
    for (TimeRange step : steps(range, replicas)) {
      List<Holes> still = without(whole, step);
      if (still.isEmpty()) {
        still = without(replicas, step);
        if (step.startMillis() > range.startMillis() && !(still.isEmpty() && whole.isEmpty())) {
          cuts.add(step.startMillis());
        }
      }
      whole = still;
    }
    return cuts;
  }

  /// Returns the parts of the range between the ends of all holes.
  private static List<TimeRange> steps(TimeRange range, List<Holes> replicas) {
    var starts = new TreeSet<Long>(List.of(range.startMillis()));
    for (Holes holes : replicas) {
      for (Hole hole : holes.in(range).all()) {
        starts.add(hole.startMillis());
        if (hole.endMillis() <= range.endMillis()) {
          starts.add(hole.endMillis());
        }
      }
    }
    List<TimeRange> steps = new ArrayList<>();
    for (long start : starts) {
      Long next = starts.higher(start);
      steps.add(new TimeRange(start, next == null ? range.endMillis() : next - 1));
    }
    return steps;
  }

  private static List<Holes> without(List<Holes> replicas, TimeRange step) {
    return replicas.stream().filter(holes -> !holes.overlap(step)).toList();
  }
}
