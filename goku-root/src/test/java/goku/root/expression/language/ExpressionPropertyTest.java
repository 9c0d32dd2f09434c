package goku.root.expression.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Tests of the parser with fully parenthesized texts, and of the evaluator against a recursive
/// evaluation per timestamp.
class ExpressionPropertyTest {
  private static final List<String> IDS = List.of("a", "b", "cpu2");

  @Property
  void anExpressionIsReadAsItIsWritten(@ForAll("expressions") Expression expression) {
    assertThat(ExpressionParser.parse(written(expression))).isEqualTo(expression);
  }

  @Property
  void manyTimestampsAtOnceEqualSingleOnes(
      @ForAll("expressions") Expression expression,
      @ForAll("values") double[] a,
      @ForAll("values") double[] b,
      @ForAll("values") double[] c) {
    int length = Math.min(a.length, Math.min(b.length, c.length));
    Map<String, double[]> variables = Map.of(IDS.get(0), a, IDS.get(1), b, IDS.get(2), c);
    Map<String, double[]> before = new HashMap<>();
    variables.forEach((id, values) -> before.put(id, values.clone()));

    double[] result = new Evaluator(variables, length).evaluate(expression);

    double[] expected = new double[length];
    for (int i = 0; i < length; i++) {
      expected[i] = naive(expression, before, i);
    }
    assertThat(result).startsWith(expected).hasSizeGreaterThanOrEqualTo(length);
    before.forEach((id, values) -> assertThat(variables.get(id)).isEqualTo(values));
  }

  private static double naive(Expression expression, Map<String, double[]> variables, int i) {
    return switch (expression) {
      case Expression.Constant constant -> constant.value();
      case Expression.Variable variable -> Objects.requireNonNull(variables.get(variable.id()))[i];
      case Expression.Negation negation -> -naive(negation.operand(), variables, i);
      case Expression.Not not -> truth(!isTrue(naive(not.operand(), variables, i)));
      case Expression.Binary binary ->
          naive(
              binary.operator(),
              naive(binary.left(), variables, i),
              naive(binary.right(), variables, i));
    };
  }

  private static double naive(BinaryOperator operator, double a, double b) {
    boolean equal = a == b || (Double.isNaN(a) && Double.isNaN(b));
    boolean less = !equal && (Double.isNaN(a) || a < b);
    return switch (operator) {
      case OR -> truth(isTrue(a) || isTrue(b));
      case AND -> truth(isTrue(a) && isTrue(b));
      case EQUAL -> truth(equal);
      case NOT_EQUAL -> truth(!equal);
      case LESS -> truth(less);
      case LESS_OR_EQUAL -> truth(less || equal);
      case GREATER -> truth(!less && !equal);
      case GREATER_OR_EQUAL -> truth(!less);
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> b == 0 ? 0 : a / b;
      case REMAINDER -> b == 0 ? 0 : a % b;
    };
  }

  private static boolean isTrue(double value) {
    return value < 0 || value > 0;
  }

  private static double truth(boolean value) {
    return value ? 1 : 0;
  }

  private static String written(Expression expression) {
    return switch (expression) {
      case Expression.Constant constant -> Double.toString(constant.value());
      case Expression.Variable variable -> variable.id();
      case Expression.Negation negation -> "-" + written(negation.operand());
      case Expression.Not not -> "! " + written(not.operand());
      case Expression.Binary binary ->
          "(%s%s %s)"
              .formatted(
                  written(binary.left()), binary.operator().symbol(), written(binary.right()));
    };
  }

  @Provide
  Arbitrary<Expression> expressions() {
    Arbitrary<Expression> leaves =
        Arbitraries.oneOf(
            Arbitraries.doubles().between(0, 1e12).map(Expression.Constant::new),
            Arbitraries.of(IDS).map(Expression.Variable::new));
    return Arbitraries.recursive(() -> leaves, ExpressionPropertyTest::larger, 0, 4);
  }

  private static Arbitrary<Expression> larger(Arbitrary<Expression> operands) {
    return Arbitraries.oneOf(
        operands.map(Expression.Negation::new),
        operands.map(Expression.Not::new),
        Combinators.combine(Arbitraries.of(BinaryOperator.values()), operands, operands)
            .as(Expression.Binary::new));
  }

  @Provide
  Arbitrary<double[]> values() {
    return Arbitraries.oneOf(
            Arbitraries.doubles(),
            Arbitraries.of(0.0, -0.0, 1.0, 2.0, Double.NaN, Double.POSITIVE_INFINITY))
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(20);
  }
}
