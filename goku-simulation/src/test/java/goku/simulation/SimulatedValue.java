package goku.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.batch.BatchWriter;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.ValueType;

/// The form of the values of each series: plain, whole doubles, or integers of which every other
/// one is too wide for doubles. A small number stands for each of them.
final class SimulatedValue {
  private static final String DOUBLES = "cpu host=b";
  private static final String LONGS = "mem host=a";
  private static final long WIDE = 1L << 60;

  private SimulatedValue() {}

  static void write(BatchWriter batch, String name, long millis, double number) {
    var series = SeriesName.ofCanonical(name.getBytes(UTF_8));
    switch (name) {
      case DOUBLES -> batch.add(series, millis, number, ValueType.DOUBLES);
      case LONGS -> addInteger(batch, series, millis, (long) number);
      default -> batch.add(series, millis, number);
    }
  }

  private static void addInteger(BatchWriter batch, SeriesName series, long millis, long number) {
    if (number % 2 == 0) {
      batch.add(series, millis, (double) number);
    } else {
      batch.add(series, millis, ValueType.word(WIDE + number), ValueType.LONGS);
    }
  }

  /// Returns the number that stands for a value. Fails if the series lost its type.
  static double read(String name, PointBuffer points, int index) {
    if (points.isIntegers() == name.equals(DOUBLES)) {
      throw new Violation("%s has the type %s".formatted(name, points.type()));
    }
    if (!name.equals(LONGS)) {
      return points.values()[index];
    }
    long integer = points.integer(index);
    return (double) (integer < WIDE ? integer : integer - WIDE);
  }
}
