package goku.root.expression.language;

import java.util.LinkedHashSet;
import java.util.Set;

/// An arithmetic expression over variables, as its syntax tree. All values are doubles: true is 1
/// and false is 0, and in logic everything but 0 and NaN is true.
public sealed interface Expression {
  record Constant(double value) implements Expression {}

  record Variable(String id) implements Expression {}

  record Negation(Expression operand) implements Expression {}

  record Not(Expression operand) implements Expression {}

  record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {}

  /// The ids of its variables, in the order in which they are written.
  default Set<String> variables() {
    Set<String> ids = new LinkedHashSet<>();
    collect(this, ids);
    return ids;
  }

  private static void collect(Expression expression, Set<String> ids) {
    switch (expression) {
      case Constant _ -> {}
      case Variable variable -> ids.add(variable.id());
      case Negation negation -> collect(negation.operand(), ids);
      case Not not -> collect(not.operand(), ids);
      case Binary binary -> {
        collect(binary.left(), ids);
        collect(binary.right(), ids);
      }
    }
  }
}
