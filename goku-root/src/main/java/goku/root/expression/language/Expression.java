package goku.root.expression.language;

import java.util.LinkedHashSet;
import java.util.Set;

/// The syntax tree of an arithmetic expression over variables. All values are doubles. True is 1
/// and false is 0. Logical operators treat every value except 0 and NaN as true.
public sealed interface Expression {
  record Constant(double value) implements Expression {}

  record Variable(String id) implements Expression {}

  record Negation(Expression operand) implements Expression {}

  record Not(Expression operand) implements Expression {}

  record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {}

  /// Returns the ids of the variables, in the order of the text.
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
