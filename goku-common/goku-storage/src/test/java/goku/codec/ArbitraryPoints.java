package goku.codec;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// Generators of the datapoints of a stream: mostly near each other, in any order, in seconds until
/// some are in milliseconds, with every kind of double.
final class ArbitraryPoints {
  static final long ORIGIN = 7_200_000L * 100;

  private ArbitraryPoints() {}

  record Point(long timestamp, long bits) {
    double value() {
      return Double.longBitsToDouble(bits);
    }
  }

  static Arbitrary<List<Point>> lists(int maxSize) {
    Arbitrary<Long> near = Arbitraries.longs().between(0, 30).map(s -> ORIGIN + s * 1000);
    Arbitrary<Long> millis = Arbitraries.longs().between(0, 7_199_999).map(ms -> ORIGIN + ms);
    Arbitrary<Long> far = Arbitraries.longs().map(s -> s / 1000 * 1000);
    Arbitrary<Long> timestamps = Arbitraries.oneOf(near, near, near, millis, far);
    // or a stream that stays in seconds
    return Arbitraries.oneOf(list(timestamps, maxSize), list(near, maxSize));
  }

  private static Arbitrary<List<Point>> list(Arbitrary<Long> timestamps, int maxSize) {
    Arbitrary<Long> anything = Arbitraries.longs();
    Arbitrary<Long> special =
        Arbitraries.of(
            Double.doubleToRawLongBits(-0.0),
            0L,
            Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
            Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
            0x7FF8_0000_0000_0001L,
            0xFFF0_0000_DEAD_BEEFL,
            Double.doubleToRawLongBits(Double.MIN_VALUE),
            -1L,
            1L | Long.MIN_VALUE);
    Arbitrary<Long> plain = Arbitraries.doubles().ofScale(2).map(Double::doubleToRawLongBits);
    var points =
        Combinators.combine(timestamps, Arbitraries.oneOf(plain, special, anything)).as(Point::new);
    return points.list().ofMaxSize(maxSize);
  }
}
