package goku.root.expression.language;

import java.util.Arrays;
import java.util.Map;

/// An evaluator of an expression at many timestamps: each step is a loop over arrays.
public final class Evaluator {
  private final Map<String, double[]> variables;
  private final int length;

  /// Creates an evaluator.
  ///
  /// @param variables the values of each variable, `length` of them
  public Evaluator(Map<String, double[]> variables, int length) {
    this.variables = variables;
    this.length = length;
  }

  /// Returns a new array. The arrays of the variables stay unchanged.
  public double[] evaluate(Expression expression) {
    double[] result = value(expression);
    return expression instanceof Expression.Variable ? result.clone() : result;
  }

  private double[] value(Expression expression) {
    return switch (expression) {
      case Expression.Constant constant -> filled(constant.value());
      case Expression.Variable variable -> variable(variable.id());
      case Expression.Negation negation -> negated(negation.operand());
      case Expression.Not not -> not(not.operand());
      case Expression.Binary binary -> combined(binary);
    };
  }

  private double[] filled(double value) {
    double[] result = new double[length];
    Arrays.fill(result, value);
    return result;
  }

  private double[] variable(String id) {
    double[] values = variables.get(id);
    if (values == null) {
      throw new IllegalStateException("no values for the variable " + id);
    }
    return values;
  }

  private double[] negated(Expression operand) {
    double[] values = value(operand);
    double[] result = reusable(operand, values);
    for (int i = 0; i < length; i++) {
      result[i] = -values[i];
    }
    return result;
  }

  private double[] not(Expression operand) {
    double[] values = value(operand);
    double[] result = reusable(operand, values);
    for (int i = 0; i < length; i++) {
      result[i] = BinaryOperator.truth(!BinaryOperator.isTrue(values[i]));
    }
    return result;
  }

  private double[] combined(Expression.Binary binary) {
    double[] left = value(binary.left());
    double[] right = value(binary.right());
    double[] result = reusable(binary.left(), left);
    BinaryOperator operator = binary.operator();
    for (int i = 0; i < length; i++) {
      result[i] = operator.apply(left[i], right[i]);
    }
    return result;
  }

  /// Returns the array itself, or a new one if the array belongs to a variable.
  private double[] reusable(Expression operand, double[] values) {
    return operand instanceof Expression.Variable ? new double[length] : values;
  }
}
