package goku.query.correlation;

import java.util.Random;

/// Random values of the kinds that lose digits or have gaps.
public final class RandomSeries {
  private RandomSeries() {}

  /// Returns one value for each slot, of a random kind.
  public static double[] of(Random random, int size) {
    double[] values = values(random, size);
    if (random.nextInt(3) == 0) {
      gaps(random, values);
    }
    return values;
  }

  private static double[] values(Random random, int size) {
    return switch (random.nextInt(8)) {
      case 0 -> noise(random, size, 0, 1);
      case 1 -> noise(random, size, Math.pow(10, random.nextInt(9, 16)), random.nextInt(1, 1000));
      case 2 -> counter(random, size);
      case 3 -> walk(random, size);
      case 4 -> ties(random, size);
      case 5 -> outlier(random, size);
      case 6 -> noise(random, size, 0, Math.scalb(1.0, random.nextInt(-1060, 1020)));
      default -> step(random, size);
    };
  }

  public static double[] noise(Random random, int size, double offset, double deviation) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = offset + deviation * random.nextGaussian();
    }
    return values;
  }

  private static double[] counter(Random random, int size) {
    double[] values = new double[size];
    double value = 0x1p53 - 3 * size;
    for (int i = 0; i < size; i++) {
      value += random.nextInt(6);
      values[i] = value;
    }
    return values;
  }

  private static double[] walk(Random random, int size) {
    double[] values = new double[size];
    double value = 1e6 * random.nextDouble();
    for (int i = 0; i < size; i++) {
      value += random.nextGaussian();
      values[i] = value;
    }
    return values;
  }

  private static double[] ties(Random random, int size) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = random.nextInt(2) * (random.nextInt(3) - 1.0); // also -0.0
    }
    return values;
  }

  /// Returns noise whose first value dominates all sums.
  private static double[] outlier(Random random, int size) {
    double[] values = noise(random, size, 0, 1);
    values[random.nextInt(2) * random.nextInt(size)] = Math.pow(10, random.nextInt(3, 20));
    return values;
  }

  private static double[] step(Random random, int size) {
    double[] values = noise(random, size, 8e9, 1e-3);
    for (int i = random.nextInt(size); i < size; i++) {
      values[i] += 1e3;
    }
    return values;
  }

  private static void gaps(Random random, double[] values) {
    double[] absent = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    int kept = random.nextBoolean() ? 8 : random.nextInt(values.length + 1);
    for (int i = 0; i < values.length; i++) {
      if (random.nextInt(values.length - i) >= kept) {
        values[i] = absent[random.nextInt(absent.length)];
      } else {
        kept--;
      }
    }
  }
}
