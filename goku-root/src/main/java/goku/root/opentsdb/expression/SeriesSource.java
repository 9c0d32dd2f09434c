package goku.root.opentsdb.expression;

import goku.model.TimeRange;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.root.expression.Series;
import goku.root.expression.SeriesPoints;
import goku.root.fanout.Asker;
import goku.root.fanout.QueryRunner;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.query.KnownNames;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.query.QueryRequest;
import goku.root.planning.SeriesQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// A runner of the sub queries of expressions. Thread-safe.
public final class SeriesSource {
  private final QueryInterpreter interpreter;
  private final QueryRunner runner;
  private final KnownNames names;

  public SeriesSource(QueryInterpreter interpreter, QueryRunner runner, KnownNames names) {
    this.interpreter = interpreter;
    this.runner = runner;
    this.names = names;
  }

  /// Returns the series of the first sub queries of the request, one list per sub query. All sub
  /// queries are checked.
  ///
  /// @param earlierMillis milliseconds by which the data of each first sub query lie before the
  ///   range of the request; timestamps are not shifted
  List<List<Series>> read(QueryRequest request, List<Long> earlierMillis)
      throws InterruptedException {
    requirePlain(request);
    List<SeriesQuery> checked = interpreter.interpret(request);
    names.check(request.queries());
    List<SeriesQuery> queries = new ArrayList<>();
    for (int i = 0; i < earlierMillis.size(); i++) {
      queries.add(earlier(checked.get(i), earlierMillis.get(i)));
    }
    // the same sub query is often an operand more than once
    List<SeriesQuery> distinct = queries.stream().distinct().toList();
    List<List<GroupResult>> results =
        runner.run(distinct, new Asker("an expression", false, false));
    charge(results);
    Map<SeriesQuery, List<Found>> found = new HashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      found.put(distinct.get(i), results.get(i).stream().map(Found::of).toList());
    }
    List<List<Series>> series = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      series.add(series(i, queries.get(i).metric(), found.getOrDefault(queries.get(i), List.of())));
    }
    return series;
  }

  private static void requirePlain(QueryRequest request) {
    if (request.queries().stream().anyMatch(query -> query.histograms() != null)) {
      throw HistogramOptions.notHere("an expression");
    }
  }

  /// A group and its datapoints, which all operands with the same sub query share.
  private record Found(GroupResult group, SeriesPoints points) {
    static Found of(GroupResult group) {
      return new Found(group, SeriesSource.points(group.points()));
    }
  }

  /// Charges the groups and the copies of their datapoints to the request until its end. The groups
  /// were charged to their query, which has ended.
  private static void charge(List<List<GroupResult>> results) {
    long bytes =
        results.stream().flatMap(List::stream).mapToLong(group -> group.points().heldBytes()).sum();
    RequestCharge.hold(2 * bytes);
  }

  private static SeriesQuery earlier(SeriesQuery query, long millis) {
    TimeRange range = query.range();
    return query.over(
        new TimeRange(
            Math.max(0, range.startMillis() - millis), Math.max(0, range.endMillis() - millis)));
  }

  private static List<Series> series(int query, String metric, List<Found> groups) {
    return groups.stream()
        .map(
            found ->
                new Series(
                    new TreeSet<>(List.of(metric)),
                    found.group().tags(),
                    new TreeSet<>(found.group().aggregateTags()),
                    List.of(new Series.Origin(query, found.group().members())),
                    found.points()))
        .toList();
  }

  private static SeriesPoints points(AggregatedPoints points) {
    long[] timestamps = new long[points.size()];
    Arrays.setAll(timestamps, points::timestamp);
    if (points.integers()) {
      long[] values = new long[points.size()];
      Arrays.setAll(values, points::longValue);
      return new SeriesPoints(timestamps, values);
    }
    double[] values = new double[points.size()];
    Arrays.setAll(values, points::doubleValue);
    return new SeriesPoints(timestamps, values);
  }
}
