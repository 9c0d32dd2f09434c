package goku.root.expression.function;

import goku.root.expression.Series;
import goku.root.expression.ValueBudget;
import java.util.List;

/// A function from the series of its operands to series.
@FunctionalInterface
interface SeriesFunction {
  /// Returns the resulting series.
  ///
  /// @param operands the series of each operand, in order
  List<Series> apply(List<List<Series>> operands, ValueBudget budget);

  /// Returns the time in milliseconds by which the operands' data precede the answer.
  default long earlierMillis() {
    return 0;
  }

  /// A function that maps single series. The series of all operands are concatenated.
  interface OfEach extends SeriesFunction {
    Series apply(Series series);

    @Override
    default List<Series> apply(List<List<Series>> operands, ValueBudget budget) {
      return operands.stream()
          .flatMap(List::stream)
          .map(
              series -> {
                budget.use(series.points().size());
                return apply(series);
              })
          .toList();
    }
  }
}
