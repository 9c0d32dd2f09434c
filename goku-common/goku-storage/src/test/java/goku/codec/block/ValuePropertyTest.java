package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ValuePropertyTest {
  enum Kind {
    RANDOM_BITS,
    SHORT_DECIMALS,
    TENTHS,
    THIRDS,
    SMALL_INTEGERS,
    ANY_INTEGERS,
    COUNTER,
    WALK,
    CONSTANT,
    FEW,
    FLOATS,
    SPECIAL
  }

  private static final long[] SPECIAL = {
    Double.doubleToRawLongBits(-0.0),
    0L,
    Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
    Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
    0x7FF8_0000_0000_0001L,
    0x7FF0_0000_0000_0001L,
    0xFFF0_0000_DEAD_BEEFL,
    Double.doubleToRawLongBits(Double.MIN_VALUE),
    Double.doubleToRawLongBits(-Double.MIN_NORMAL),
    Double.doubleToRawLongBits(Double.MAX_VALUE),
    Double.doubleToRawLongBits(0x1p50),
    Double.doubleToRawLongBits(0x1p50 - 1),
    Double.doubleToRawLongBits(1 - 0x1p50),
    Double.doubleToRawLongBits(-0x1p63),
    -1L
  };

  @Property(tries = 1000)
  void everyBitComesBack(
      @ForAll @IntRange(min = 1, max = 2000) int count,
      @ForAll("kinds") Kind kind,
      @ForAll("kinds") Kind other,
      @ForAll @IntRange(max = 100) int percentOfOther,
      @ForAll long seed) {
    double[] values = mixture(count, kind, other, percentOfOther / 100.0, new Random(seed));
    assertThat(BlockFixture.bits(BlockFixture.decode(BlockFixture.encode(values), count)))
        .isEqualTo(BlockFixture.bits(values));
  }

  @Property(tries = 1000)
  void everyBitOfASmallBlockComesBack(
      @ForAll @IntRange(min = 1, max = 130) int count,
      @ForAll("kinds") Kind kind,
      @ForAll("kinds") Kind other,
      @ForAll @IntRange(max = 10) int percentOfOther,
      @ForAll long seed) {
    double[] values = mixture(count, kind, other, percentOfOther / 100.0, new Random(seed));
    assertThat(BlockFixture.bits(BlockFixture.decode(BlockFixture.encode(values), count)))
        .isEqualTo(BlockFixture.bits(values));
  }

  @Property(tries = 300)
  void encoderUsedBeforeWritesTheSame(@ForAll("kinds") Kind kind, @ForAll long seed) {
    var random = new Random(seed);
    double[] before = mixture(300, kind, Kind.RANDOM_BITS, 0.2, random);
    double[] values = mixture(120, kind, Kind.SPECIAL, 0.05, random);
    var encoder = new ValueEncoder();
    encoder.encode(before, before.length, new byte[ValueEncoder.maxBytes(before.length)], 0);
    var bytes = new byte[ValueEncoder.maxBytes(values.length)];
    int end = encoder.encode(values, values.length, bytes, 0);
    assertThat(Arrays.copyOf(bytes, end)).isEqualTo(BlockFixture.encode(values));
  }

  @Property(tries = 2000)
  void arbitraryBytesEndWithValuesOrAnException(
      @ForAll @Size(min = 1, max = 600) byte[] bytes,
      @ForAll @IntRange(min = 1, max = 600) int count) {
    var values = new double[count];
    try {
      ValueDecoder.decode(MemorySegment.ofArray(bytes), 0, count, values, 0);
    } catch (IndexOutOfBoundsException | CorruptBlockException expected) {
      assertThat(values).hasSize(count);
    }
  }

  @Provide
  Arbitrary<Kind> kinds() {
    return Arbitraries.of(Kind.class);
  }

  private static double[] mixture(int count, Kind kind, Kind other, double share, Random random) {
    var values = new double[count];
    double last = random.nextInt(1000);
    for (int i = 0; i < count; i++) {
      last = next(random.nextDouble() < share ? other : kind, last, random);
      values[i] = last;
    }
    return values;
  }

  private static double next(Kind kind, double last, Random random) {
    return switch (kind) {
      case RANDOM_BITS -> Double.longBitsToDouble(random.nextLong());
      case SHORT_DECIMALS -> random.nextInt(-100_000, 100_000) / 1000.0;
      case TENTHS -> random.nextInt(10_000) * 0.1;
      case THIRDS -> random.nextInt(10_000) / 3.0;
      case SMALL_INTEGERS -> random.nextInt(-10, 100);
      case ANY_INTEGERS -> random.nextLong() >> random.nextInt(64);
      case COUNTER -> random.nextInt(50) == 0 ? 0 : Math.rint(last) + random.nextInt(40, 60) * 4;
      case WALK -> last + random.nextGaussian();
      case CONSTANT -> last;
      case FEW -> Math.sqrt(random.nextInt(5));
      case FLOATS -> random.nextFloat();
      case SPECIAL -> Double.longBitsToDouble(SPECIAL[random.nextInt(SPECIAL.length)]);
    };
  }
}
