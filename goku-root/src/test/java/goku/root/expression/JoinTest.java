package goku.root.expression;

import static goku.root.expression.SeriesExamples.points;
import static goku.root.expression.SeriesExamples.pointsFrom;
import static goku.root.expression.SeriesExamples.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.Tag;
import goku.root.expression.language.Expression;
import goku.root.expression.language.ExpressionException;
import goku.root.expression.language.ExpressionParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JoinTest {
  private static final Join INTERSECTION = new Join(Join.Operator.INTERSECTION, false, true);

  @Test
  void seriesWithTheSameTagsAreCombined() {
    Operand a =
        operand("a", series("cpu", "host=x", points(1)), series("cpu", "host=y", points(2)));
    Operand b =
        operand("b", series("mem", "host=y", points(20)), series("mem", "host=x", points(10)));

    AlignedSeries table = calculate(Join.DEFAULT, a, b);

    assertThat(tags(table)).containsExactly("[host=x]", "[host=y]");
    assertThat(row(table, 0)).containsExactly(11.0, 22.0);
    assertThat(table.columns().getFirst().metrics()).containsExactly("cpu", "mem");
  }

  @Test
  void inAUnionAMissingSeriesIsZeroWhateverTheFillAndTakesTheTagsAlong() {
    Operand a = filled("a", 7, series("cpu", "host=x", points(1)));
    Operand b = filled("b", 7, series("mem", "host=y", points(20)));

    AlignedSeries table = calculate(Join.DEFAULT, a, b);

    assertThat(tags(table)).containsExactly("[host=x]", "[]");
    assertThat(row(table, 0)).containsExactly(1.0, 20.0);
    assertThat(table.columns().get(1).metrics()).containsExactly("mem");
  }

  @Test
  void anIntersectionLeavesOutSeriesWithoutAPartner() {
    Operand a =
        operand("a", series("cpu", "host=x", points(1)), series("cpu", "host=y", points(2)));
    Operand b =
        operand("b", series("mem", "host=y", points(20)), series("mem", "host=z", points(30)));

    AlignedSeries table = calculate(INTERSECTION, a, b);

    assertThat(tags(table)).containsExactly("[host=y]");
    assertThat(row(table, 0)).containsExactly(22.0);
  }

  @Test
  void anIntersectionOfSeriesWithNothingInCommonIsRefused() {
    Operand a = operand("a", series("cpu", "host=x", points(1)));
    Operand b = operand("b", series("mem", "host=y", points(1)));

    assertThatThrownBy(() -> calculate(INTERSECTION, a, b))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining("No intersections found: no series of [a, b] have the same tags");
  }

  @Test
  void noSeriesAtAllIsAnEmptyResult() {
    for (Join join : List.of(Join.DEFAULT, INTERSECTION)) {
      AlignedSeries table = calculate(join, operand("a"), operand("b"));
      assertThat(table.columns()).isEmpty();
      assertThat(table.rows()).isZero();
    }
  }

  @Test
  void aggregatedTagsTellSeriesApartUnlessLeftOut() {
    Operand a = operand("a", series("cpu", "host=x", points(1)));
    Operand b = operand("b", series("if", "host=x,direction", points(10)));

    assertThat(calculate(Join.DEFAULT, a, b).columns()).hasSize(2);
    AlignedSeries together = calculate(new Join(Join.Operator.UNION, false, false), a, b);
    assertThat(row(together, 0)).containsExactly(11.0);
    assertThat(together.columns().getFirst().aggregateTags()).containsExactly("direction");
  }

  @Test
  void withoutTagsAggregatedTagsAreNotCompared() {
    Operand a = operand("a", series("cpu", "host", points(1)));
    Operand b = operand("b", series("if", "direction,host", points(10)));

    assertThat(row(calculate(Join.DEFAULT, a, b), 0)).containsExactly(11.0);
  }

  @Test
  void aJoinCanCompareOnlyQueryTags() {
    var join = new Join(Join.Operator.UNION, true, true);
    Operand a =
        new Operand("a", List.of(series("cpu", "dc=l,host=x", points(1))), Set.of("host"), 0);
    Operand b = new Operand("b", List.of(series("mem", "host=x", points(10))), Set.of("host"), 0);

    AlignedSeries table = calculate(join, a, b);

    assertThat(row(table, 0)).containsExactly(11.0);
    assertThat(tags(table)).containsExactly("[dc=l, host=x]");
  }

  @Test
  void theLastOfEqualSeriesOfOneOperandIsUsed() {
    var join = new Join(Join.Operator.UNION, true, true);
    Operand a =
        operand("a", series("cpu", "host=x", points(1)), series("cpu", "host=y", points(2)));

    AlignedSeries table =
        new Calculation(new Expression.Variable("a"), join, budget()).together(List.of(a));

    assertThat(row(table, 0)).containsExactly(2.0);
  }

  @Test
  void theFillValueOfAnOperandReplacesMissingValues() {
    Operand a = filled("a", 100, series("cpu", "host=x", points(1, Double.NaN)));
    Operand b = filled("b", Double.NaN, series("mem", "host=x", pointsFrom(2000, 20, 30)));

    AlignedSeries table = calculate(Join.DEFAULT, a, b);

    assertThat(table.rows()).isEqualTo(3);
    assertThat(row(table, 0)).containsExactly(Double.NaN);
    assertThat(row(table, 1)).containsExactly(120.0);
    assertThat(row(table, 2)).containsExactly(130.0);
  }

  @Test
  void theNumberOfSeriesIsLimited() {
    List<Series> many = new ArrayList<>();
    for (int i = 0; i <= 10_000; i++) {
      many.add(series("cpu", "host=" + i, points(1)));
    }
    Operand a = new Operand("a", many, Set.of(), 0);
    Operand b = operand("b");

    assertThatThrownBy(() -> calculate(Join.DEFAULT, a, b))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("gives 10001 series, the limit is 10000");
    Operand fewer = new Operand("a", many.subList(0, 10_000), Set.of(), 0);
    assertThat(calculate(Join.DEFAULT, fewer, b).columns()).hasSize(10_000);
  }

  @Test
  void theNumberOfValuesIsLimited() {
    Operand a = operand("a", series("cpu", "host=x", points(1, 2)));
    Operand b = operand("b", series("mem", "host=y", pointsFrom(1500, 1, 2)));
    Expression sum = ExpressionParser.parse("a + b");

    assertThat(
            new Calculation(sum, Join.DEFAULT, new ValueBudget(8, _ -> {}))
                .together(List.of(a, b))
                .rows())
        .isEqualTo(4);
    assertThatThrownBy(
            () ->
                new Calculation(sum, Join.DEFAULT, new ValueBudget(7, _ -> {}))
                    .together(List.of(a, b)))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("more than 7 values");
  }

  private static AlignedSeries calculate(Join join, Operand... operands) {
    return new Calculation(ExpressionParser.parse("a + b"), join, budget())
        .together(List.of(operands));
  }

  private static ValueBudget budget() {
    return ValueBudget.ofRequest(_ -> {});
  }

  private static Operand operand(String id, Series... series) {
    return filled(id, 0, series);
  }

  private static Operand filled(String id, double fill, Series... series) {
    return new Operand(id, List.of(series), Set.of(), fill);
  }

  private static List<String> tags(AlignedSeries table) {
    return table.columns().stream().map(Series::tags).map(List<Tag>::toString).toList();
  }

  private static List<Double> row(AlignedSeries table, int row) {
    return table.columns().stream().map(column -> column.points().value(row)).toList();
  }
}
