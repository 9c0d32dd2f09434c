package goku.root.expression.function;

import goku.root.expression.Calculation;
import goku.root.expression.Join;
import goku.root.expression.Operand;
import goku.root.expression.Series;
import goku.root.expression.ValueBudget;
import goku.root.expression.language.BinaryOperator;
import goku.root.expression.language.Expression;
import goku.root.expression.language.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A function that adds, subtracts, multiplies or divides series with the same tags, from left to
/// right. Missing values and missing series count as 0.
final class Combination implements SeriesFunction {
  private static final int MAX_OPERANDS = 26;
  private static final Join JOIN = new Join(Join.Operator.UNION, false, false);

  private final Expression expression;

  Combination(BinaryOperator operator, String name, int operands) {
    if (operands < 2 || operands > MAX_OPERANDS) {
      throw new ExpressionException(
          "%s must have 2 to %d sub-queries or calls, not %d"
              .formatted(name, MAX_OPERANDS, operands));
    }
    Expression chain = new Expression.Variable(id(0));
    for (int i = 1; i < operands; i++) {
      chain = new Expression.Binary(operator, chain, new Expression.Variable(id(i)));
    }
    this.expression = chain;
  }

  @Override
  public List<Series> apply(List<List<Series>> operands, ValueBudget budget) {
    List<Operand> named = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      named.add(new Operand(id(i), operands.get(i), Set.of(), 0));
    }
    return new Calculation(expression, JOIN, budget).each(named);
  }

  private static String id(int operand) {
    return String.valueOf((char) ('a' + operand));
  }
}
