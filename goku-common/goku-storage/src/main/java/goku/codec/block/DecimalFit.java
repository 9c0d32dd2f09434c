package goku.codec.block;

import static java.lang.Double.doubleToRawLongBits;

import java.util.Arrays;

/// The form of a chunk's values as integers over one power of ten: `value = integer / 10^exponent`,
/// or that moved by a few units in the last place, as sums and means of decimals are. Values that
/// do not fit are kept as raw bits. Reused for one chunk after the other.
final class DecimalFit {
  /// The limit of integers, 2^50 in magnitude, so that the decoder may compute with them as
  /// doubles.
  private static final double LIMIT = 0x1p50;

  /// The largest number of corrected units in the last place.
  private static final long MAX_ULPS = 7;

  /// An upper bound of the relative distance of a product to its integer, for which the units in
  /// the last place can be corrected.
  private static final double NEAR = 0x1p-48;

  private static final int NONE = Powers.COUNT;
  private static final int SAMPLES = 8;

  /// The limit above which decimals have no fewer bits than the doubles.
  private static final double NO_DECIMAL = 0x1p47;

  /// Bits of a value that does not fit: its own bits and its position.
  private static final int RAW_BITS = 72;

  private static final double BITS_A_DIGIT = 3.32;

  final long[] integers = new long[BlockLayout.MAX_CHUNK];
  final PatchWriter ulps = new PatchWriter();
  final PatchWriter raw = new PatchWriter();
  int exponent;

  private final int[] digits = new int[Powers.COUNT + 1];

  /// Fits the values. Returns false if they are not decimals, or if too few of them are.
  boolean fit(double[] values, int from, int count) {
    ulps.clear();
    raw.clear();
    exponent = 0;
    if (allIntegers(values, from, count)) {
      return true;
    }
    if (!sampleFits(values, from, count)) {
      return false;
    }
    exponent = chooseExponent(values, from, count);
    return exponent != NONE && apply(values, from, count);
  }

  private boolean allIntegers(double[] values, int from, int count) {
    for (int i = 0; i < count; i++) {
      double value = values[from + i];
      long integer = (long) value;
      if (doubleToRawLongBits((double) integer) != doubleToRawLongBits(value)
          || Math.abs(value) >= LIMIT) {
        return false;
      }
      integers[i] = integer;
    }
    return true;
  }

  private static boolean sampleFits(double[] values, int from, int count) {
    int n = Math.min(count, SAMPLES);
    int fitting = 0;
    for (int i = 0; i < n; i++) {
      double value = values[from + i * count / n];
      int exponent = digits(value, 0);
      if (exponent != NONE && Math.abs(value) * Powers.ofTen(exponent) < NO_DECIMAL) {
        fitting++;
      }
    }
    return fitting * 4 >= n;
  }

  /// Returns the exponent with the smallest estimated size, which is based on the number of digits
  /// of each value and the mean magnitude of differences.
  private int chooseExponent(double[] values, int from, int count) {
    Arrays.fill(digits, 0);
    int hint = 0;
    long magnitudes = 0;
    int differences = 0;
    double last = values[from];
    for (int i = 0; i < count; i++) {
      double value = values[from + i];
      int needed = digits(value, hint);
      digits[needed]++;
      hint = needed == NONE ? hint : needed;
      int magnitude = Math.getExponent(value - last);
      if (magnitude >= Double.MIN_EXPONENT && magnitude <= Double.MAX_EXPONENT) {
        magnitudes += magnitude;
        differences++;
      }
      last = value;
    }
    double magnitude = differences == 0 ? 0 : (double) magnitudes / differences;
    int best = NONE;
    double leastBits = (double) RAW_BITS * count;
    int covered = 0;
    for (int e = 0; e < NONE; e++) {
      if (digits[e] > 0) {
        covered += digits[e];
        double width = Math.max(0, magnitude + e * BITS_A_DIGIT + 2);
        double bits = width * count + (double) RAW_BITS * (count - covered);
        if (bits < leastBits) {
          leastBits = bits;
          best = e;
        }
      }
    }
    return best;
  }

  /// Returns the smallest exponent that fits a value. Starts at a hint, as neighbours are alike.
  private static int digits(double value, int hint) {
    int exponent = hint;
    if (fits(value, exponent)) {
      while (exponent > 0 && fits(value, exponent - 1)) {
        exponent--;
      }
      return exponent;
    }
    do {
      exponent++;
    } while (exponent < NONE
        && Math.abs(value) * Powers.ofTen(exponent) < LIMIT
        && !fits(value, exponent));
    if (exponent < NONE && fits(value, exponent)) {
      return exponent;
    }
    return hint > 0 && fits(value, 0) ? 0 : NONE;
  }

  private static boolean fits(double value, int exponent) {
    double power = Powers.ofTen(exponent);
    double product = value * power;
    double rounded = Math.rint(product);
    if (!(Math.abs(product - rounded) <= Math.abs(product) * NEAR)) {
      return false; // found without a division
    }
    long distance =
        doubleToRawLongBits(value) - doubleToRawLongBits((double) (long) rounded / power);
    return Math.abs(rounded) < LIMIT && distance >= -MAX_ULPS && distance <= MAX_ULPS;
  }

  /// Converts all values. A value that does not fit is replaced by the previous integer.
  private boolean apply(double[] values, int from, int count) {
    double power = Powers.ofTen(exponent);
    long last = 0;
    for (int i = 0; i < count; i++) {
      double value = values[from + i];
      double rounded = Math.rint(value * power);
      long integer = (long) rounded;
      long bits = doubleToRawLongBits(value);
      long distance = bits - doubleToRawLongBits((double) integer / power);
      if (Math.abs(rounded) < LIMIT && distance >= -MAX_ULPS && distance <= MAX_ULPS) {
        last = integer;
        if (distance != 0) {
          ulps.add(i, BlockLayout.zigzag(distance));
        }
      } else {
        raw.add(i, bits);
      }
      integers[i] = last;
    }
    return raw.count() < count;
  }
}
