package goku.root.expression.function;

import static goku.root.expression.SeriesExamples.points;
import static goku.root.expression.SeriesExamples.pointsFrom;
import static goku.root.expression.SeriesExamples.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.root.expression.Series;
import goku.root.expression.SeriesPoints;
import goku.root.expression.ValueBudget;
import goku.root.expression.language.ExpressionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionCallTest {
  private static final Series X = series("cpu", "dc=l,host=x", points(1, -2, 3));
  private static final Series Y = series("cpu", "dc=l,host=y", points(-10, 20, -30));

  @Test
  void subQueriesAreFoundInTheOrderOfTheText() {
    FunctionCall call =
        FunctionCallParser.parse(
            "sum( scale(sum:1m-avg:cpu{host = wildcard(web*), dc=l}{}, -2)"
                + " ,max:rate{counter,10}:mem)");

    assertThat(call.inputs())
        .extracting(FunctionCall.Input::query)
        .containsExactly("sum:1m-avg:cpu{host=wildcard(web*),dc=l}{}", "max:rate{counter,10}:mem");
  }

  @Test
  void functionsAreAppliedFromTheInside() {
    List<Series> result = evaluate("scale(absolute(sum:cpu),10)", List.of(X, Y));

    assertThat(values(result.get(0))).containsExactly(10, 20, 30);
    assertThat(values(result.get(1))).containsExactly(100, 200, 300);
  }

  @Test
  void integersStayIntegersWhereTheyCan() {
    Series whole = X.with(new SeriesPoints(new long[] {1000}, new long[] {-4}));

    assertThat(integers("absolute(m:x)", whole)).isTrue();
    assertThat(integers("scale(m:x,3)", whole)).isTrue();
    assertThat(integers("scale(m:x,0.5)", whole)).isFalse();
    assertThat(integers("movingAverage(m:x,1)", whole)).isFalse();
    assertThat(integers("firstDiff(m:x)", whole)).isFalse();
  }

  @Test
  void integersKeepAllDigits() {
    long wide = (1L << 61) + 1; // a double has 53 bits
    Series whole = X.with(new SeriesPoints(new long[] {1000}, new long[] {-wide}));

    for (String call : List.of("absolute(m:x)", "absolute(alias(shift(m:x,'1m'),a))")) {
      SeriesPoints result = evaluate(call, List.of(whole)).getFirst().points();
      assertThat(result.longValue(0)).as(call).isEqualTo(wide);
    }
  }

  @Test
  void anAliasTakesValuesOfTagsAndLeavesTheValues() {
    Series result = evaluate("alias(m:x,@host.@dc,'b')", List.of(X)).getFirst();

    assertThat(result.metrics()).containsExactly("x.l,'b'");
    assertThat(result.tags()).isEmpty();
    assertThat(values(result)).containsExactly(1, -2, 3);
  }

  @Test
  void anAliasPrefersTheLongerKey() {
    Series series = series("cpu", "host=x,hostname=y", points(1));
    assertThat(evaluate("alias(m:x,@hostname)", List.of(series)).getFirst().metrics())
        .containsExactly("y");
  }

  @Test
  void firstDiffBeginsWithZero() {
    assertThat(values(evaluate("firstDiff(m:x)", List.of(X)).getFirst())).containsExactly(0, -3, 5);
  }

  @Test
  void theHighestComeFirst() {
    assertThat(evaluate("highestMax(m:x,1)", List.of(X, Y))).containsExactly(Y);
    assertThat(evaluate("highestCurrent(m:x,1)", List.of(Y, X))).containsExactly(X);
    assertThat(evaluate("highestMax(m:x,5)", List.of(X, Y))).containsExactly(Y, X);
  }

  @Test
  void seriesWithoutAValueAreTheLowest() {
    Series nothing = X.with(points(Double.NaN));
    Series little = X.with(points(-1e308, Double.NaN));

    assertThat(evaluate("highestCurrent(m:x,9)", List.of(nothing, little)))
        .containsExactly(little, nothing);
    assertThat(evaluate("highestMax(m:x,1)", List.of(nothing, little))).containsExactly(little);
  }

  @ParameterizedTest
  @CsvSource({"sum,11", "sumSeries,11", "difference,-9", "diffSeries,-9", "multiply,10"})
  void combinesSeriesWithTheSameTags(String function, double expected) {
    List<Series> result =
        evaluate(
            function + "(m:x,m:y)",
            List.of(series("b", "host=x", points(1))),
            List.of(series("a", "host=x,cpu", points(10))));

    assertThat(result).hasSize(1);
    assertThat(values(result.getFirst())).containsExactly(expected);
    assertThat(result.getFirst().metrics()).containsExactly("a", "b");
    assertThat(result.getFirst().aggregateTags()).containsExactly("cpu");
  }

  @Test
  void missingValuesAreZeroAndSoIsDivisionByThem() {
    List<Series> result =
        evaluate(
            "divide(m:x,m:y)",
            List.of(series("a", "host=x", points(1, 2)), series("a", "host=y", points(5))),
            List.of(series("a", "host=x", pointsFrom(2000, 4, 5))));

    assertThat(values(result.get(0))).containsExactly(0, 0.5, 0);
    assertThat(values(result.get(1))).containsExactly(0);
    assertThat(result.get(1).points().timestamps()).containsExactly(1000);
  }

  @Test
  void aShiftReadsEarlierAndShowsLater() {
    FunctionCall call = FunctionCallParser.parse("sum(m:a,shift(timeShift(m:b,'1hr'),'10min'))");

    assertThat(call.inputs())
        .extracting(FunctionCall.Input::earlierMillis)
        .containsExactly(0L, 4_200_000L);
    Series shifted = evaluate("shift(m:x,'1sec')", List.of(X)).getFirst();
    assertThat(shifted.points().timestamps()).containsExactly(2000, 3000, 4000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sum:sys.cpu.nice|expected a function with its parameters in parentheses",
        "\"\"|expected a function with its parameters in parentheses",
        "scale(sum:cpu,2|expected ',' or ')' at position 16",
        "scale(sum:cpu,2) x|expected nothing more at position 18",
        "scale(,2)|expected a sub-query, a call or a word at position 7",
        "alias(m:x,host @host)|'host @host' has a blank inside",
        "scale(sum:cpu)|scale needs a factor",
        "scale(sum:cpu,x)|must be a number, not 'x'",
        "squeeze(sum:cpu)|Function 'squeeze' has not been implemented",
        "sum(sum:cpu)|sum must have 2 to 26 sub-queries or calls, not 1",
        "movingAverage(m:x)|movingAverage needs a window",
        "movingAverage(m:x,0)|must be greater than zero",
        "movingAverage(m:x,5min)|in quotes, such as '10min', not 5min",
        "highestMax(m:x,0)|must be a positive integer, not '0'",
        "highestCurrent(m:x,many)|must be a positive integer, not 'many'",
        "shift(m:x,'10lightyears')|interval of shift must be a number of sec"
      })
  void errorsTellThePlace(String text, String message) {
    assertThatThrownBy(() -> FunctionCallParser.parse(text))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void atMost26AreCombined() {
    String all = "m:x" + ",m:x".repeat(25);
    assertThat(FunctionCallParser.parse("sum(" + all + ")").inputs()).hasSize(26);
    assertThatThrownBy(() -> FunctionCallParser.parse("sum(" + all + ",m:x)"))
        .hasMessageContaining("not 27");
  }

  @Test
  void depthIsLimited() {
    int limit = FunctionCallParser.MAX_DEPTH;
    assertThat(FunctionCallParser.parse(nested(limit)).inputs()).hasSize(1);
    assertThatThrownBy(() -> FunctionCallParser.parse(nested(limit + 1)))
        .hasMessageContaining("nested deeper than 50 levels");
  }

  private static String nested(int depth) {
    return "absolute(".repeat(depth) + "m:x" + ")".repeat(depth);
  }

  private static List<Series> evaluate(String text, List<Series> only) {
    return FunctionCallParser.parse(text).evaluate(List.of(only), ValueBudget.ofRequest(_ -> {}));
  }

  private static List<Series> evaluate(String text, List<Series> first, List<Series> second) {
    return FunctionCallParser.parse(text)
        .evaluate(List.of(first, second), ValueBudget.ofRequest(_ -> {}));
  }

  private static boolean integers(String text, Series series) {
    return evaluate(text, List.of(series)).getFirst().points().integers();
  }

  private static double[] values(Series series) {
    return series.points().values();
  }

  @Test
  void valuesOfFunctionsAreChargedToTheRequest() {
    var charged = new AtomicLong();
    FunctionCallParser.parse("scale(scale(sum:cpu,2),3)")
        .evaluate(List.of(List.of(X)), ValueBudget.ofRequest(charged::addAndGet));
    assertThat(charged).hasValue(2 * 3 * Double.BYTES);
  }
}
