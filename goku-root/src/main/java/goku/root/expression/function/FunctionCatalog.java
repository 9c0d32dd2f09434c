package goku.root.expression.function;

import goku.root.expression.SeriesPoints;
import goku.root.expression.language.BinaryOperator;
import goku.root.expression.language.ExpressionException;
import java.util.List;
import java.util.regex.Pattern;

/// The functions by name. Names are case-sensitive, as in OpenTSDB.
final class FunctionCatalog {
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE]-?\\d+)?");
  private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

  private FunctionCatalog() {}

  /// Returns the function of a call.
  ///
  /// @param operands the number of sub-queries and calls among the parameters
  /// @param words the other parameters as text
  static SeriesFunction function(String name, int operands, List<String> words) {
    return switch (name) {
      case "alias" -> new Alias(String.join(",", need(name, "the new name", words)));
      case "scale" -> new Scale(number(name, words));
      case "absolute" -> absolute();
      case "movingAverage" -> MovingAverage.of(need(name, MovingAverage.WINDOW, words).getFirst());
      case "highestCurrent" -> Highest.current(count(name, words));
      case "highestMax" -> Highest.max(count(name, words));
      case "shift", "timeShift" -> TimeShift.of(name, need(name, "an interval", words).getFirst());
      case "firstDiff" -> firstDifference();
      case "sum", "sumSeries" -> new Combination(BinaryOperator.ADD, name, operands);
      case "difference", "diffSeries" -> new Combination(BinaryOperator.SUBTRACT, name, operands);
      case "multiply", "multiplySeries" -> new Combination(BinaryOperator.MULTIPLY, name, operands);
      case "divide", "divideSeries" -> new Combination(BinaryOperator.DIVIDE, name, operands);
      default ->
          throw new ExpressionException(
              "Function '%s' has not been implemented; there are absolute, alias, difference (diffSeries), divide (divideSeries), firstDiff, highestCurrent, highestMax, movingAverage, multiply (multiplySeries), scale, shift (timeShift) and sum (sumSeries)"
                  .formatted(name));
    };
  }

  private static List<String> need(String name, String what, List<String> words) {
    if (words.isEmpty()) {
      throw new ExpressionException("%s needs %s after its series".formatted(name, what));
    }
    return words;
  }

  private static double number(String name, List<String> words) {
    String text = need(name, "a factor", words).getFirst();
    if (!NUMBER.matcher(text).matches()) {
      throw new ExpressionException(
          "The factor of %s must be a number, not '%s'".formatted(name, text));
    }
    return Double.parseDouble(text);
  }

  private static int count(String name, List<String> words) {
    String text = need(name, "the number of series to answer", words).getFirst();
    if (!COUNT.matcher(text).matches() || Integer.parseInt(text) == 0) {
      throw new ExpressionException(
          "The number of series of %s must be a positive integer, not '%s'".formatted(name, text));
    }
    return Integer.parseInt(text);
  }

  private static SeriesFunction.OfEach absolute() {
    return series -> {
      SeriesPoints points = series.points();
      return series.with(points.integers() ? points.mapIntegers(Math::abs) : points.map(Math::abs));
    };
  }

  /// Returns the difference to the previous datapoint; 0 for the first one in the range.
  private static SeriesFunction.OfEach firstDifference() {
    return series -> {
      SeriesPoints points = series.points();
      double[] differences = new double[points.size()];
      for (int i = 1; i < differences.length; i++) {
        differences[i] = points.value(i) - points.value(i - 1);
      }
      return series.with(points.with(differences));
    };
  }
}
