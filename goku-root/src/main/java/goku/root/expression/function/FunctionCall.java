package goku.root.expression.function;

import goku.root.expression.Series;
import goku.root.expression.ValueBudget;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// A call of a function whose operands are sub-queries and other calls.
public final class FunctionCall {
  private final SeriesFunction function;
  private final List<Parameter> operands;

  FunctionCall(SeriesFunction function, List<Parameter> operands) {
    this.function = function;
    this.operands = List.copyOf(operands);
  }

  /// The source of an operand's series.
  sealed interface Parameter {
    record SubQuery(String text) implements Parameter {}

    record Call(FunctionCall call) implements Parameter {}
  }

  /// A sub-query as text, with the time by which its data precede the range of the request.
  public record Input(String query, long earlierMillis) {}

  /// Returns the sub-queries of this call and of nested calls, in the order of the text.
  public List<Input> inputs() {
    List<Input> inputs = new ArrayList<>();
    addInputs(0, inputs);
    return inputs;
  }

  private void addInputs(long earlierMillis, List<Input> inputs) {
    long earlier = earlierMillis + function.earlierMillis();
    for (Parameter operand : operands) {
      switch (operand) {
        case Parameter.SubQuery query -> inputs.add(new Input(query.text(), earlier));
        case Parameter.Call inner -> inner.call().addInputs(earlier, inputs);
      }
    }
  }

  /// Returns the resulting series.
  ///
  /// @param inputs the series of each sub-query, in the order of `inputs()`
  public List<Series> evaluate(List<List<Series>> inputs, ValueBudget budget) {
    return evaluate(inputs.iterator(), budget);
  }

  private List<Series> evaluate(Iterator<List<Series>> inputs, ValueBudget budget) {
    List<List<Series>> values = new ArrayList<>();
    for (Parameter operand : operands) {
      values.add(
          switch (operand) {
            case Parameter.SubQuery _ -> inputs.next();
            case Parameter.Call inner -> inner.call().evaluate(inputs, budget);
          });
    }
    return function.apply(values, budget);
  }
}
