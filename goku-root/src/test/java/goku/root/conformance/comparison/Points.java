package goku.root.conformance.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.conformance.corpus.Shift;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A comparison of datapoints. Timestamps must be equal, and in the same order if the form has one.
final class Points {
  private final Values values;
  private final Shift shift;

  Points(Values values, Shift shift) {
    this.values = values;
    this.shift = shift;
  }

  private record Point(long timestamp, JsonNode value) {}

  /// Compares the datapoints of a series, as a map or an array of pairs.
  void series(JsonNode want, JsonNode got, String where) {
    Mismatch.unless(
        want.getNodeType() == got.getNodeType(), "%s: want %s, got %s", where, want, got);
    List<Point> wanted = points(want, Shift.NONE);
    List<Point> found = points(got, shift);
    timestamps(
        wanted.stream().map(Point::timestamp).toList(),
        found.stream().map(Point::timestamp).toList(),
        where);
    for (int i = 0; i < wanted.size(); i++) {
      values.scalar(
          wanted.get(i).value(),
          found.get(i).value(),
          where + " @" + Shift.relative(wanted.get(i).timestamp()));
    }
  }

  private static List<Point> points(JsonNode dps, Shift shift) {
    List<Point> points = new ArrayList<>();
    if (dps.isArray()) {
      for (JsonNode pair : dps) {
        Mismatch.unless(pair.size() == 2, "not a pair: %s", pair);
        points.add(new Point(shift.back(pair.get(0).longValue()), pair.get(1)));
      }
      return points;
    }
    dps.properties()
        .forEach(
            point ->
                points.add(
                    new Point(shift.back(Long.parseLong(point.getKey())), point.getValue())));
    points.sort(Comparator.comparingLong(Point::timestamp));
    return points;
  }

  /// Compares the first column of a table, which has the timestamps.
  void firstColumn(JsonNode want, JsonNode got, String where) {
    timestamps(column(want, Shift.NONE), column(got, shift), where);
  }

  private static List<Long> column(JsonNode rows, Shift shift) {
    List<Long> timestamps = new ArrayList<>();
    rows.forEach(row -> timestamps.add(shift.back(row.get(0).longValue())));
    return timestamps;
  }

  private static void timestamps(List<Long> want, List<Long> got, String where) {
    Mismatch.unless(
        want.equals(got),
        "%s: %d timestamps want, %d got; missing %s, extra %s (none: order or repeats)",
        where,
        want.size(),
        got.size(),
        without(want, got),
        without(got, want));
  }

  private static String without(List<Long> some, List<Long> others) {
    Set<Long> left = new TreeSet<>(some);
    left.removeAll(Set.copyOf(others));
    return left.stream().limit(3).map(Shift::relative).collect(Collectors.joining(", "));
  }
}
