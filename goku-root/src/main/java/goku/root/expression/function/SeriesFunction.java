package goku.root.expression.function;

import goku.root.expression.Series;
import goku.root.expression.ValueBudget;
import java.util.List;

/// What a call does with the series of its operands.
@FunctionalInterface
interface SeriesFunction {
  /// The series that the call gives.
  ///
  /// @param operands the series of each operand, in their order
  List<Series> apply(List<List<Series>> operands, ValueBudget budget);

  /// How much earlier than the answer the data of the operands lie, in milliseconds.
  default long earlierMillis() {
    return 0;
  }

  /// A function of single series: those of all operands one after the other.
  interface OfEach extends SeriesFunction {
    Series apply(Series series);

    @Override
    default List<Series> apply(List<List<Series>> operands, ValueBudget budget) {
      return operands.stream().flatMap(List::stream).map(this::apply).toList();
    }
  }
}
