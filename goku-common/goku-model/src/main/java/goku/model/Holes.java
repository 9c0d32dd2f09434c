package goku.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The holes of a replica, ascending by their start. Holes of one cause neither overlap nor touch.
/// Those of different causes may overlap. Without a hole, no method allocates.
public record Holes(List<Hole> all) {
  /// The holes of a replica that lacks nothing.
  public static final Holes NONE = new Holes(List.of());

  private static final Comparator<Hole> BY_START =
      Comparator.comparingLong(Hole::startMillis)
          .thenComparingLong(Hole::endMillis)
          .thenComparing(Hole::cause);

  /// Accepts holes in any order, overlapping or not.
  public Holes {
    all = joined(all);
  }

  public static Holes of(List<Hole> all) {
    return all.isEmpty() ? NONE : new Holes(all);
  }

  public static Holes of(Hole... all) {
    return of(List.of(all));
  }

  /// Returns a hole of all time before the given one; none before `Long.MIN_VALUE`.
  public static Holes before(long endMillis, HoleCause cause) {
    return endMillis == Long.MIN_VALUE ? NONE : of(new Hole(Long.MIN_VALUE, endMillis, cause));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /// Returns the end of the last hole: nothing is missing from then on. `Long.MIN_VALUE` without a
  /// hole.
  public long completeFromMillis() {
    long end = Long.MIN_VALUE;
    for (int i = 0; i < all.size(); i++) {
      end = Math.max(end, all.get(i).endMillis());
    }
    return end;
  }

  public boolean overlap(TimeRange range) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).overlaps(range)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the holes that overlap the range, in their full length.
  public Holes overlapping(TimeRange range) {
    return overlap(range) ? of(all.stream().filter(hole -> hole.overlaps(range)).toList()) : NONE;
  }

  /// Returns the holes within the range, cut at its ends.
  public Holes in(TimeRange range) {
    return overlap(range) ? within(range.startMillis(), after(range)) : NONE;
  }

  private Holes within(long startMillis, long endMillis) {
    List<Hole> cut = new ArrayList<>();
    for (Hole hole : all) {
      add(
          cut,
          Math.max(hole.startMillis(), startMillis),
          Math.min(hole.endMillis(), endMillis),
          hole.cause());
    }
    return of(cut);
  }

  public Holes plus(Hole hole) {
    return plus(of(hole));
  }

  public Holes plus(Holes other) {
    if (isEmpty() || equals(other)) {
      return other;
    }
    return other.isEmpty() ? this : of(Stream.concat(all.stream(), other.all.stream()).toList());
  }

  /// Returns the holes without the range, for instance after its data was loaded.
  public Holes minus(TimeRange range) {
    return overlap(range)
        ? within(Long.MIN_VALUE, range.startMillis()).plus(within(after(range), Long.MAX_VALUE))
        : this;
  }

  /// Returns the holes without the times that are missing there.
  public Holes minus(Holes other) {
    Holes rest = this;
    for (Hole hole : other.all) {
      rest = rest.minus(new TimeRange(hole.startMillis(), hole.endMillis() - 1));
    }
    return rest;
  }

  public Holes only(HoleCause cause) {
    return isEmpty() ? NONE : of(all.stream().filter(hole -> hole.cause() == cause).toList());
  }

  public Holes except(HoleCause cause) {
    return isEmpty() ? NONE : of(all.stream().filter(hole -> hole.cause() != cause).toList());
  }

  /// Returns the holes within the time that the replica holds: not what it no longer keeps, nor
  /// what it never had, nor what it does not have yet.
  public Holes inner() {
    return except(HoleCause.NOT_KEPT).except(HoleCause.BEFORE_LOG).except(HoleCause.NOT_YET);
  }

  /// Returns the time for nodes that know no holes: nothing older than them is missing from then
  /// on. `Long.MIN_VALUE` without a hole.
  public long completeFromForOlderNodes() {
    return except(HoleCause.BEFORE_LOG).except(HoleCause.NOT_YET).completeFromMillis();
  }

  /// Returns the holes with one cause for all, overlapping ones as one.
  public Holes as(HoleCause cause) {
    UnaryOperator<Hole> same = hole -> new Hole(hole.startMillis(), hole.endMillis(), cause);
    return isEmpty() ? NONE : of(all.stream().map(same).toList());
  }

  /// Returns the missing time in milliseconds. At most `Long.MAX_VALUE`.
  public long millis() {
    if (isEmpty()) {
      return 0;
    }
    long sum = 0;
    for (Hole hole : as(HoleCause.OTHER).all) {
      long length = hole.endMillis() - hole.startMillis();
      sum = length < 0 || sum + length < 0 ? Long.MAX_VALUE : sum + length;
    }
    return sum;
  }

  /// Returns whether all time that is missing there is missing here too, for any cause.
  public boolean cover(Holes other) {
    if (other.isEmpty()) {
      return true;
    }
    List<Hole> here = as(HoleCause.OTHER).all;
    return other.all.stream()
        .allMatch(
            there ->
                here.stream()
                    .anyMatch(
                        hole ->
                            hole.startMillis() <= there.startMillis()
                                && hole.endMillis() >= there.endMillis()));
  }

  private static long after(TimeRange range) {
    return range.endMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : range.endMillis() + 1;
  }

  private static void add(List<Hole> holes, long startMillis, long endMillis, HoleCause cause) {
    if (startMillis < endMillis) {
      holes.add(new Hole(startMillis, endMillis, cause));
    }
  }

  /// Joins holes of one cause that overlap or touch.
  private static List<Hole> joined(List<Hole> holes) {
    if (holes.size() < 2) {
      return List.copyOf(holes);
    }
    List<Hole> joined = new ArrayList<>();
    for (Hole hole :
        holes.stream().sorted(Comparator.comparing(Hole::cause).thenComparing(BY_START)).toList()) {
      Hole last = joined.isEmpty() ? null : joined.getLast();
      if (last != null && last.cause() == hole.cause() && hole.startMillis() <= last.endMillis()) {
        long end = Math.max(last.endMillis(), hole.endMillis());
        joined.set(joined.size() - 1, new Hole(last.startMillis(), end, last.cause()));
      } else {
        joined.add(hole);
      }
    }
    joined.sort(BY_START);
    return List.copyOf(joined);
  }

  /// Returns `1800000000000-1800007200000 damaged,1800014400000-1800021600000 log-lost`.
  @Override
  public String toString() {
    return all.stream().map(Hole::toString).collect(Collectors.joining(","));
  }
}
