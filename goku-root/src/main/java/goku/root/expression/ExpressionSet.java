package goku.root.expression;

import goku.root.expression.language.ExpressionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The expressions of a request. They may use each other, but not in a cycle.
public final class ExpressionSet {
  private static final int MAX_EXPRESSIONS = 100;

  private final List<Definition> inOrder;

  /// Checks and sorts the expressions.
  ///
  /// @param inputs the ids that expressions may use besides those of other expressions
  public ExpressionSet(List<Definition> definitions, Set<String> inputs) {
    if (definitions.size() > MAX_EXPRESSIONS) {
      throw new ExpressionException(
          "%d expressions, the limit of a request is %d"
              .formatted(definitions.size(), MAX_EXPRESSIONS));
    }
    Map<String, Definition> byId = new LinkedHashMap<>();
    definitions.forEach(definition -> byId.put(definition.id(), definition));
    definitions.forEach(definition -> checkVariables(definition, byId.keySet(), inputs));
    this.inOrder = new DependencyOrder(byId).all();
  }

  private static void checkVariables(
      Definition definition, Set<String> expressions, Set<String> inputs) {
    Set<String> variables = definition.expression().variables();
    if (variables.isEmpty()) {
      throw new ExpressionException(
          "The expression '%s' has no variables; it needs the id of a metric or of another expression"
              .formatted(definition.id()));
    }
    for (String variable : variables) {
      if (!expressions.contains(variable) && !inputs.contains(variable)) {
        throw new ExpressionException(
            "The expression '%s' uses '%s', which is the id of no metric and of no expression"
                .formatted(definition.id(), variable));
      }
    }
  }

  /// Returns the results of all expressions by id.
  ///
  /// @param inputs one operand for each id of an input
  public Map<String, AlignedSeries> evaluate(List<Operand> inputs, ValueBudget budget) {
    Map<String, Operand> operands = new HashMap<>();
    inputs.forEach(input -> operands.put(input.id(), input));
    Map<String, AlignedSeries> results = new HashMap<>();
    for (Definition definition : inOrder) {
      List<Operand> used = new ArrayList<>();
      for (String variable : definition.expression().variables()) {
        Operand operand = operands.get(variable);
        if (operand == null) {
          throw new IllegalStateException("no series for the variable " + variable);
        }
        used.add(operand);
      }
      var calculation = new Calculation(definition.expression(), definition.join(), budget);
      AlignedSeries result = calculation.together(used);
      results.put(definition.id(), result);
      operands.put(
          definition.id(),
          new Operand(definition.id(), result.columns(), Set.of(), definition.fill()));
    }
    return results;
  }

  /// A depth-first sort that puts every expression after those that it uses.
  private static final class DependencyOrder {
    private final Map<String, Definition> byId;
    private final Set<String> open = new HashSet<>();
    private final Map<String, Definition> done = new LinkedHashMap<>();

    DependencyOrder(Map<String, Definition> byId) {
      this.byId = byId;
    }

    List<Definition> all() {
      byId.values().forEach(this::visit);
      return List.copyOf(done.values());
    }

    /// Visits an expression. The recursion is as deep as expressions are nested, which their number
    /// limits.
    private void visit(Definition definition) {
      String id = definition.id();
      if (done.containsKey(id)) {
        return;
      }
      if (!open.add(id)) {
        throw new ExpressionException("The expression '%s' uses its own result".formatted(id));
      }
      for (String variable : definition.expression().variables()) {
        Definition used = byId.get(variable);
        if (used != null) {
          visit(used);
        }
      }
      done.put(id, definition);
    }
  }
}
