package goku.codec;

/// The bits of a datapoint in a Gorilla stream: control bits, widths and ranges (section 4.1 of the
/// Gorilla paper). Writer and readers take them from here. All are compile-time constants, except
/// for the two arrays by number of ones.
///
/// A datapoint is a timestamp, followed by a value.
///
/// ## A timestamp
///
/// Timestamps are in seconds until the first one with a fraction. The stream states the change once
/// and continues in milliseconds. D is the difference between this delta of timestamps and the last
/// delta, in 64-bit arithmetic that wraps around. D may therefore be negative, and any gap fits.
/// The first timestamp is relative to the stream's origin, the start of its bucket. For the second
/// timestamp, the last delta counts as zero.
///
/// | control | ones | then | for |
/// | --- | ---: | --- | --- |
/// | `0` | 0 | | D = 0 |
/// | `10` | 1 | D + 63 in 7 bits | -63 <= D <= 64 |
/// | `110` | 2 | D + 255 in 9 bits | -255 <= D <= 256 |
/// | `1110` | 3 | D + 2047 in 12 bits | -2047 <= D <= 2048 |
/// | `11110` | 4 | D in 32 bits | D fits |
/// | `111110` | 5 | D in 64 bits | otherwise |
/// | `111111` | 6 | the timestamp again, by this table | from here on milliseconds |
///
/// The first four rows are the paper's. The paper writes `1111` before 32 bits and ends there.
///
/// ## A value
///
/// X is the exclusive or of the bits of this value and of the last value. Before the first value,
/// the last value counts as zero.
///
/// | control | then | for |
/// | --- | --- | --- |
/// | `0` | | X = 0 |
/// | `10` | X without the window's leading and trailing zeros | X fits into the last window |
/// | `11` | leading zeros (5), width (6), X without its leading and trailing zeros | otherwise |
///
/// Width is the number of meaningful bits less one, because 64 does not fit into 6 bits. `11` sets
/// the window. A window that would cost more than a new one is not used again, which the paper
/// leaves open.
final class GorillaLayout {
  /// D after one 1 and a zero. D2 and D3 are alike, for two and three ones.
  static final int D1_BITS = 7;

  static final int D1_BIAS = (1 << (D1_BITS - 1)) - 1;
  static final int D1_CONTROL = 0b10;
  static final int D1_CONTROL_BITS = 2;

  static final int D2_BITS = 9;
  static final int D2_BIAS = (1 << (D2_BITS - 1)) - 1;
  static final int D2_CONTROL = 0b110;
  static final int D2_CONTROL_BITS = 3;

  static final int D3_BITS = 12;
  static final int D3_BIAS = (1 << (D3_BITS - 1)) - 1;
  static final int D3_CONTROL = 0b1110;
  static final int D3_CONTROL_BITS = 4;

  /// D after four and five ones has a sign and no bias.
  static final int D4_BITS = Integer.SIZE;

  static final int D4_CONTROL = 0b11110;
  static final int D4_CONTROL_BITS = 5;
  static final int D5_BITS = Long.SIZE;
  static final int D5_CONTROL = 0b111110;
  static final int D5_CONTROL_BITS = 6;

  /// The largest number of ones before the zero that ends the control bits of D.
  static final int MAX_ONES = D5_CONTROL_BITS - 1;

  /// The number of ones that change to milliseconds. No zero follows.
  static final int TO_MILLISECONDS_ONES = MAX_ONES + 1;

  static final int TO_MILLISECONDS = (1 << TO_MILLISECONDS_ONES) - 1;

  /// The number of bits of D by number of ones.
  static final int[] D_BITS = {0, D1_BITS, D2_BITS, D3_BITS, D4_BITS, D5_BITS};

  /// The bias of D by number of ones.
  static final int[] D_BIAS = {0, D1_BIAS, D2_BIAS, D3_BIAS, 0, 0};

  static final int VALUE_CONTROL_BITS = 2;
  static final int OLD_WINDOW = 0b10;
  static final int NEW_WINDOW = 0b11;

  static final int LEADING_BITS = 5;
  static final int MAX_LEADING = (1 << LEADING_BITS) - 1;
  static final int WIDTH_BITS = 6;
  static final int WIDTH_MASK = (1 << WIDTH_BITS) - 1;

  /// The number of bits that set a window.
  static final int WINDOW_BITS = LEADING_BITS + WIDTH_BITS;

  static final int NEW_WINDOW_HEAD_BITS = VALUE_CONTROL_BITS + WINDOW_BITS;

  /// The shift of the leading zeros in 64 bits that begin with the control bits of a value.
  static final int AHEAD_LEADING_SHIFT = Long.SIZE - VALUE_CONTROL_BITS - LEADING_BITS;

  static final int AHEAD_WIDTH_SHIFT = Long.SIZE - NEW_WINDOW_HEAD_BITS;

  /// The bit that tells a new window from an old one, in the same 64 bits.
  static final long NEW_WINDOW_FLAG = 1L << (Long.SIZE - VALUE_CONTROL_BITS);

  /// The shortest datapoint: D = 0 and X = 0.
  static final int MIN_POINT_BITS = 2;

  /// The longest datapoint: the change to milliseconds, D in 64 bits, a new window of 64 bits.
  static final int MAX_POINT_BITS =
      TO_MILLISECONDS_ONES + D5_CONTROL_BITS + D5_BITS + NEW_WINDOW_HEAD_BITS + Long.SIZE;

  private GorillaLayout() {}

  /// Returns D, from 64 bits that begin after its control bits.
  static long difference(long ahead, int ones) {
    int length = D_BITS[ones];
    return length < D4_BITS
        ? (ahead >>> (Long.SIZE - length)) - D_BIAS[ones]
        : ahead >> (Long.SIZE - length);
  }
}
