package goku.root.expression.language;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/// A binary operator with the arithmetic of JEXL, which OpenTSDB uses: division by 0 gives 0, and
/// NaN equals itself and is less than any number.
public enum BinaryOperator {
  OR("||", "or", 1, true, (a, b) -> truth(isTrue(a) || isTrue(b))),
  AND("&&", "and", 2, true, (a, b) -> truth(isTrue(a) && isTrue(b))),
  EQUAL("==", "eq", 3, false, (a, b) -> truth(order(a, b) == 0)),
  NOT_EQUAL("!=", "ne", 3, false, (a, b) -> truth(order(a, b) != 0)),
  LESS("<", "lt", 4, false, (a, b) -> truth(order(a, b) < 0)),
  LESS_OR_EQUAL("<=", "le", 4, false, (a, b) -> truth(order(a, b) <= 0)),
  GREATER(">", "gt", 4, false, (a, b) -> truth(order(a, b) > 0)),
  GREATER_OR_EQUAL(">=", "ge", 4, false, (a, b) -> truth(order(a, b) >= 0)),
  ADD("+", "+", 5, true, Double::sum),
  SUBTRACT("-", "-", 5, true, (a, b) -> a - b),
  MULTIPLY("*", "*", 6, true, (a, b) -> a * b),
  DIVIDE("/", "div", 6, true, (a, b) -> b == 0 ? 0 : a / b),
  REMAINDER("%", "mod", 6, true, (a, b) -> b == 0 ? 0 : a % b);

  /// The precedence of the operators that bind most tightly.
  static final int HIGHEST = 6;

  private final String symbol;
  private final String word;
  private final int precedence;
  private final boolean chains;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
  private final DoubleBinaryOperator function;

  BinaryOperator(
      String symbol, String word, int precedence, boolean chains, DoubleBinaryOperator function) {
    this.symbol = symbol;
    this.word = word;
    this.precedence = precedence;
    this.chains = chains;
    this.function = function;
  }

  /// Returns the operator for a symbol (`&&`) or a word (`and`).
  static Optional<BinaryOperator> written(String text) {
    return Arrays.stream(values())
        .filter(operator -> operator.symbol.equals(text) || operator.word.equals(text))
        .findFirst();
  }

  public String symbol() {
    return symbol;
  }

  int precedence() {
    return precedence;
  }

  /// Returns whether operators of the same precedence may follow each other.
  boolean chains() {
    return chains;
  }

  public double apply(double left, double right) {
    return function.applyAsDouble(left, right);
  }

  static boolean isTrue(double value) {
    return value != 0 && !Double.isNaN(value);
  }

  static double truth(boolean value) {
    return value ? 1 : 0;
  }

  private static int order(double a, double b) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Boolean.compare(Double.isNaN(b), Double.isNaN(a));
    }
    // 0 and -0 are equal
    return a < b ? -1 : a > b ? 1 : 0;
  }
}
