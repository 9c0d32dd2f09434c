package goku.integration.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Series that become one in the answer.
///
/// @param members in the order of their names: "first, last and diff over several series go by the
///   order of the series' UIDs; the corpus was recorded with UIDs in name order"
/// @param integers neither downsampled nor a rate, and all values in the window whole
record Group(List<Member> members, boolean integers) {

  AnsweredSeries answer(SubQuery query, Request request) {
    SortedMap<String, SortedSet<String>> values = new TreeMap<>();
    for (Member member : members) {
      member
          .series()
          .tags()
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new TreeSet<>()).add(value));
    }
    SortedMap<String, String> tags = new TreeMap<>();
    List<String> aggregateTags = new ArrayList<>();
    values.forEach(
        (key, some) -> {
          // "A key goes to aggregateTags only if the series of the group hold two or more values of
          // it. A key that only some of the series have, all with one value, stays in tags."
          if (some.size() == 1) {
            tags.put(key, some.first());
          } else {
            aggregateTags.add(key);
          }
        });
    return new AnsweredSeries(
        query.metric(), tags, aggregateTags, points(query, request), largest());
  }

  private double largest() {
    double largest = 0;
    for (Member member : members) {
      for (double value : member.series().points().values()) {
        largest = Math.max(largest, Math.abs(value));
      }
      for (double value : member.points().values()) {
        largest = Double.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest;
      }
    }
    return largest;
  }

  /// "A point is answered at each timestamp at which at least one series of the group has a point;
  /// nothing is answered in between, however long the gap."
  private List<AnsweredPoint> points(SubQuery query, Request request) {
    SortedSet<Long> times = new TreeSet<>();
    members.forEach(member -> times.addAll(member.points().keySet()));
    times.removeIf(time -> !request.contains(time));
    List<AnsweredPoint> result = new ArrayList<>();
    for (long time : times) {
      Number value =
          integers ? integer(time, query.aggregator()) : number(time, query.aggregator());
      // "nan writes the string "NaN", null writes null"
      boolean isNull = fillsWithNull(query) && Double.isNaN(value.doubleValue());
      result.add(new AnsweredPoint(time, isNull ? null : value));
    }
    return result;
  }

  private static boolean fillsWithNull(SubQuery query) {
    return query.downsampling() != null && query.downsampling().fill().equals("null");
  }

  private Number integer(long time, String aggregator) {
    List<Long> values = new ArrayList<>();
    for (Member member : members) {
      Long value = member.integerAt(time, aggregator);
      if (value != null) {
        values.add(value);
      }
    }
    return Functions.ofLongs(aggregator, values);
  }

  private Number number(long time, String aggregator) {
    List<Double> values = new ArrayList<>();
    for (Member member : members) {
      Double value = member.at(time, aggregator);
      if (value != null) {
        values.add(value);
      }
    }
    dropNaNs(values, aggregator);
    if (values.isEmpty()) {
      return aggregator.equals("count") ? 0.0 : Double.NaN;
    }
    return Functions.ofDoubles(aggregator, values);
  }

  /// Drops NaNs: "A NaN of one series does not count in an aggregate over series unless all are
  /// NaN; only mult takes it in." The recorded cases also keep them for first and last
  /// (fill-fill-nan-13). OpenTSDB's diff begins at the first number and ends at the last value of
  /// any kind.
  private static void dropNaNs(List<Double> values, String aggregator) {
    switch (aggregator) {
      case "mult", "first", "last" -> {}
      case "diff" -> {
        while (!values.isEmpty() && Double.isNaN(values.getFirst())) {
          values.removeFirst();
        }
      }
      default -> values.removeIf(value -> Double.isNaN(value));
    }
  }
}
