package goku.root.expression.language;

import static goku.root.expression.language.BinaryOperator.ADD;
import static goku.root.expression.language.BinaryOperator.AND;
import static goku.root.expression.language.BinaryOperator.DIVIDE;
import static goku.root.expression.language.BinaryOperator.GREATER;
import static goku.root.expression.language.BinaryOperator.MULTIPLY;
import static goku.root.expression.language.BinaryOperator.OR;
import static goku.root.expression.language.BinaryOperator.REMAINDER;
import static goku.root.expression.language.BinaryOperator.SUBTRACT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExpressionParserTest {
  private static final Expression A = new Expression.Variable("a");
  private static final Expression B = new Expression.Variable("b");
  private static final Expression C = new Expression.Variable("c");

  @Test
  void multiplicationBindsTighterThanAddition() {
    assertThat(ExpressionParser.parse("a + b * c")).isEqualTo(of(ADD, A, of(MULTIPLY, B, C)));
    assertThat(ExpressionParser.parse("(a + b) * c")).isEqualTo(of(MULTIPLY, of(ADD, A, B), C));
  }

  @Test
  void equalOperatorsBindFromTheLeft() {
    assertThat(ExpressionParser.parse("a - b - c")).isEqualTo(of(SUBTRACT, of(SUBTRACT, A, B), C));
    assertThat(ExpressionParser.parse("a / b * c")).isEqualTo(of(MULTIPLY, of(DIVIDE, A, B), C));
  }

  @Test
  void logicBindsLooserThanComparisons() {
    assertThat(ExpressionParser.parse("a || b && c > 1"))
        .isEqualTo(of(OR, A, of(AND, B, of(GREATER, C, new Expression.Constant(1)))));
  }

  @Test
  void signsBindClosest() {
    assertThat(ExpressionParser.parse("-a * !b"))
        .isEqualTo(of(MULTIPLY, new Expression.Negation(A), new Expression.Not(B)));
    assertThat(ExpressionParser.parse("a - -1.5"))
        .isEqualTo(of(SUBTRACT, A, new Expression.Negation(new Expression.Constant(1.5))));
  }

  @Test
  void operatorsMayBeWords() {
    assertThat(ExpressionParser.parse("a and b mod c gt 2"))
        .isEqualTo(ExpressionParser.parse("a && b % c > 2"));
    assertThat(ExpressionParser.parse("not a or b")).isEqualTo(ExpressionParser.parse("!a || b"));
    assertThat(ExpressionParser.parse("a mod b")).isEqualTo(of(REMAINDER, A, B));
  }

  @Test
  void variablesAreReturnedInTheOrderOfTheText() {
    assertThat(ExpressionParser.parse("(mem2 - !cpu) / mem2").variables())
        .containsExactly("mem2", "cpu");
  }

  @Test
  void errorsTellCauseAndPosition() {
    refuses("a +", "Unexpected 'the end' at position 4 of 'a +', expected an id, a number or '('");
    refuses("", "expected an id, a number or '('");
    refuses("a b", "Unexpected 'b' at position 3 of 'a b', expected an operator");
    refuses("(a + b", "expected ')'");
    refuses("a)", "Unexpected ')' at position 2");
    refuses("a = b", "Unexpected '=' at position 3");
    refuses("a & b", "Unexpected '&' at position 3");
    refuses("sys.cpu", "Unexpected '.' at position 4");
    refuses("a < b < c", "parentheses around a comparison");
    refuses("2a", "Unexpected 'a' at position 2");
    refuses("a 😀 b", "Unexpected '😀' at position 3");
  }

  @Test
  void depthIsLimited() {
    assertThat(ExpressionParser.parse(nested(ExpressionParser.MAX_DEPTH - 1))).isEqualTo(A);
    refuses(nested(ExpressionParser.MAX_DEPTH), "nested deeper than 100 levels");
  }

  @Test
  void lengthIsLimited() {
    int terms = ExpressionParser.MAX_TOKENS / 2;
    String longest = "a" + "+a".repeat(terms - 1);
    assertThat(ExpressionParser.parse(longest).variables()).containsExactly("a");
    refuses(longest + "+a", "more than 1000 words and operators");
  }

  private static String nested(int depth) {
    return "(".repeat(depth) + "a" + ")".repeat(depth);
  }

  private static Expression of(BinaryOperator operator, Expression left, Expression right) {
    return new Expression.Binary(operator, left, right);
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> ExpressionParser.parse(text))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining(message);
  }
}
