package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PowersTest {
  private static final long LIMIT = 1L << 50;

  static int[] exponents() {
    int[] exponents = new int[Powers.COUNT];
    for (int i = 0; i < exponents.length; i++) {
      exponents[i] = i;
    }
    return exponents;
  }

  /// Checks the requirement on a reciprocal in the proof at `quotient`: two units in the last place
  /// times its relative error are less than half a unit over 5^exponent.
  @ParameterizedTest
  @MethodSource("exponents")
  void reciprocalsAreNearEnough(int exponent) {
    BigDecimal power = new BigDecimal(Powers.ofTen(exponent));
    BigDecimal relativeError =
        new BigDecimal(Powers.inverseOfTen(exponent))
            .multiply(power)
            .subtract(BigDecimal.ONE)
            .abs();
    BigDecimal fourTimesFives = new BigDecimal(BigInteger.valueOf(5).pow(exponent).shiftLeft(2));
    assertThat(relativeError.multiply(fourTimesFives)).isLessThan(BigDecimal.ONE);
  }

  @Property(tries = 20_000)
  void quotientsAreThoseOfDivisionToTheLastBit(
      @ForAll @LongRange(min = 1 - LIMIT, max = LIMIT - 1) long integer,
      @ForAll @IntRange(max = 22) int exponent) {
    assertSame(integer, exponent);
  }

  /// Checks integers whose quotients are as near as possible to the middle of two doubles.
  @Property(tries = 20_000)
  void quotientsNextToTheMiddleOfTwoDoublesAreThoseOfDivision(
      @ForAll @LongRange(min = 1L << 53, max = (1L << 54) - 1) long mantissa,
      @ForAll @IntRange(min = 1, max = 22) int exponent,
      @ForAll @IntRange(max = 49) int magnitude) {
    BigInteger middle =
        BigInteger.valueOf(mantissa | 1).multiply(BigInteger.valueOf(5).pow(exponent));
    long integer = middle.shiftRight(middle.bitLength() - magnitude - 1).longValueExact();
    assertSame(integer, exponent);
    assertSame(integer + 1, exponent);
    assertSame(-integer, exponent);
  }

  private static void assertSame(long integer, int exponent) {
    double power = Powers.ofTen(exponent);
    assertThat(Powers.quotient((double) integer, power, Powers.inverseOfTen(exponent)))
        .as("%d / 10^%d", integer, exponent)
        .isEqualTo((double) integer / power);
  }
}
