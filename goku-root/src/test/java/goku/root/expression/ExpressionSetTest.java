package goku.root.expression;

import static goku.root.expression.SeriesExamples.points;
import static goku.root.expression.SeriesExamples.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.root.expression.language.ExpressionException;
import goku.root.expression.language.ExpressionParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpressionSetTest {
  private static final Operand A =
      new Operand("a", List.of(series("cpu", "host=x", points(1, 2))), Set.of(), 0);

  @Test
  void anExpressionMayUseOneThatComesLater() {
    var set = set(definition("e2", "e / 2"), definition("e", "a * 10"));

    Map<String, AlignedSeries> results = set.evaluate(List.of(A), ValueBudget.ofRequest(_ -> {}));

    assertThat(values(results, "e")).containsExactly(10, 20);
    assertThat(values(results, "e2")).containsExactly(5, 10);
  }

  @Test
  void aValueThatAnExpressionLacksIsFilledByItsOwnPolicy() {
    var lacking = new Definition("e", ExpressionParser.parse("a / b"), Join.DEFAULT, 42);
    Operand b = new Operand("b", List.of(series("mem", "host=x", points(1))), Set.of(), Double.NaN);
    var set = new ExpressionSet(List.of(lacking, definition("f", "e + 1")), Set.of("a", "b"));

    Map<String, AlignedSeries> results =
        set.evaluate(List.of(A, b), ValueBudget.ofRequest(_ -> {}));

    assertThat(values(results, "e")).containsExactly(1, Double.NaN);
    assertThat(values(results, "f")).containsExactly(2, 43);
  }

  @Test
  void circlesAreRefused() {
    assertThatThrownBy(() -> set(definition("e", "a + e")))
        .isInstanceOf(ExpressionException.class)
        .hasMessage("The expression 'e' uses its own result");
    assertThatThrownBy(
            () -> set(definition("e", "f"), definition("f", "a + g"), definition("g", "e")))
        .hasMessageContaining("uses its own result");
  }

  @Test
  void unknownVariablesAreRefused() {
    assertThatThrownBy(() -> set(definition("e", "a + zz")))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(
            "The expression 'e' uses 'zz', which is the id of no metric and of no expression");
  }

  @Test
  void anExpressionNeedsAVariable() {
    assertThatThrownBy(() -> set(definition("e", "1 + 2"))).hasMessageContaining("no variables");
  }

  @Test
  void theNumberOfExpressionsIsLimited() {
    List<Definition> many = new ArrayList<>(List.of(definition("e0", "a")));
    for (int i = 1; i < 100; i++) {
      many.add(0, definition("e" + i, "e" + (i - 1)));
    }
    var longest = new ExpressionSet(many, Set.of("a"));
    assertThat(longest.evaluate(List.of(A), ValueBudget.ofRequest(_ -> {}))).hasSize(100);

    many.add(definition("more", "a"));
    assertThatThrownBy(() -> new ExpressionSet(many, Set.of("a")))
        .hasMessage("101 expressions, the limit of a request is 100");
  }

  private static ExpressionSet set(Definition... definitions) {
    return new ExpressionSet(List.of(definitions), Set.of("a"));
  }

  private static Definition definition(String id, String text) {
    return new Definition(id, ExpressionParser.parse(text), Join.DEFAULT, Double.NaN);
  }

  private static double[] values(Map<String, AlignedSeries> results, String id) {
    return Objects.requireNonNull(results.get(id)).columns().getFirst().points().values();
  }
}
