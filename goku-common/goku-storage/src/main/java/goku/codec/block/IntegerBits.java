package goku.codec.block;

import static java.lang.Double.doubleToRawLongBits;
import static java.lang.Double.longBitsToDouble;

/// The conversion, in place, of integers that are unpacked in the bits of doubles to values.
final class IntegerBits {
  /// Bits with which an integer of up to 51 bits is the double `OFFSET_VALUE` + integer. So all
  /// arithmetic of `toDecimals` is on doubles, and the JIT compiler vectorises it.
  static final long OFFSET = 0x4338_0000_0000_0000L;

  private static final double OFFSET_VALUE = 0x1.8p52;

  private IntegerBits() {}

  /// Computes `(base + divisor * integer) / 10^exponent`. All intermediate integers are exact.
  static void toDecimals(
      double[] values, int from, int count, long base, long divisor, int exponent) {
    int to = from + count;
    double inverse = Powers.inverseOfTen(exponent);
    double power = Powers.ofTen(exponent);
    if (divisor == 1) {
      double offset = base - OFFSET_VALUE;
      if (exponent == 0) {
        for (int i = from; i < to; i++) {
          values[i] += offset;
        }
      } else {
        for (int i = from; i < to; i++) {
          values[i] = Powers.quotient(values[i] + offset, power, inverse);
        }
      }
      return;
    }
    double factor = divisor;
    double offset = base;
    for (int i = from; i < to; i++) {
      double integer = (values[i] - OFFSET_VALUE) * factor + offset;
      values[i] = Powers.quotient(integer, power, inverse);
    }
  }

  /// Computes running sums from `first` on, with steps `step + divisor * integer`, over
  /// `10^exponent`.
  static void sumToDecimals(
      double[] values, int from, int count, long first, long step, long divisor, int exponent) {
    sumToBits(values, from, count, OFFSET + first, step, divisor);
    toDecimals(values, from, count, 0, 1, exponent);
  }

  /// Computes values whose bits are `base + divisor * integer`.
  static void toBits(double[] values, int from, int count, long base, long divisor) {
    for (int i = from; i < from + count; i++) {
      values[i] = longBitsToDouble(base + divisor * doubleToRawLongBits(values[i]));
    }
  }

  /// Computes values whose bits are running sums from `first` on, with steps `step + divisor *
  /// integer`.
  static void sumToBits(double[] values, int from, int count, long first, long step, long divisor) {
    long sum = first;
    values[from] = longBitsToDouble(sum);
    if (divisor == 1) { // the usual case
      for (int i = from + 1; i < from + count; i++) {
        sum += step + doubleToRawLongBits(values[i]);
        values[i] = longBitsToDouble(sum);
      }
      return;
    }
    for (int i = from + 1; i < from + count; i++) {
      sum += step + divisor * doubleToRawLongBits(values[i]);
      values[i] = longBitsToDouble(sum);
    }
  }
}
