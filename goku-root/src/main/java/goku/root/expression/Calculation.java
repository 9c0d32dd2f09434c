package goku.root.expression;

import goku.model.Tag;
import goku.root.expression.language.Evaluator;
import goku.root.expression.language.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// An expression that is evaluated over the series of its operands, with one result for each joined
/// row. A missing series counts as 0 regardless of its operand's fill value, as in OpenTSDB.
public final class Calculation {
  private static final double MISSING_SERIES = 0;

  private final Expression expression;
  private final Join join;
  private final ValueBudget budget;

  public Calculation(Expression expression, Join join, ValueBudget budget) {
    this.expression = expression;
    this.join = join;
    this.budget = budget;
  }

  /// Returns all results, aligned to the timestamps at which any series has a datapoint.
  ///
  /// @param operands one for each variable of the expression
  public AlignedSeries together(List<Operand> operands) {
    List<Operand> sorted = sorted(operands);
    List<SortedMap<String, Series>> rows = join.apply(sorted);
    long[] timeline =
        TimestampUnion.of(rows.stream().flatMap(row -> points(row).stream()).toList(), budget);
    return new AlignedSeries(
        timeline, rows.stream().map(row -> result(row, sorted, timeline)).toList());
  }

  /// Returns every result at the timestamps of its own series.
  public List<Series> each(List<Operand> operands) {
    List<Operand> sorted = sorted(operands);
    return join.apply(sorted).stream()
        .map(row -> result(row, sorted, TimestampUnion.of(points(row), budget)))
        .toList();
  }

  private static List<Operand> sorted(List<Operand> operands) {
    return operands.stream().sorted(Comparator.comparing(Operand::id)).toList();
  }

  private static List<SeriesPoints> points(SortedMap<String, Series> row) {
    return row.values().stream().map(Series::points).toList();
  }

  private Series result(SortedMap<String, Series> row, List<Operand> operands, long[] timeline) {
    budget.use(timeline.length);
    Map<String, double[]> variables = new HashMap<>();
    for (Operand operand : operands) {
      Series series = row.get(operand.id());
      variables.put(
          operand.id(), values(series == null ? null : series.points(), operand, timeline));
    }
    double[] values = new Evaluator(variables, timeline.length).evaluate(expression);
    return named(row, operands.getFirst().id(), new SeriesPoints(timeline, values));
  }

  private static double[] values(@Nullable SeriesPoints points, Operand operand, long[] timeline) {
    if (points != null) {
      return points.on(timeline, operand.fill());
    }
    double[] missing = new double[timeline.length];
    Arrays.fill(missing, MISSING_SERIES);
    return missing;
  }

  /// Returns the result with the tags of the first operand, or none if that has no series. All else
  /// is the union over the operands.
  private static Series named(SortedMap<String, Series> row, String firstId, SeriesPoints points) {
    SortedSet<String> metrics = new TreeSet<>();
    SortedSet<String> aggregateTags = new TreeSet<>();
    List<Series.Origin> origins = new ArrayList<>();
    for (Series series : row.values()) {
      metrics.addAll(series.metrics());
      aggregateTags.addAll(series.aggregateTags());
      origins.addAll(series.origins());
    }
    Series first = row.get(firstId);
    List<Tag> tags = first == null ? List.of() : first.tags();
    return new Series(metrics, tags, aggregateTags, origins, points);
  }
}
