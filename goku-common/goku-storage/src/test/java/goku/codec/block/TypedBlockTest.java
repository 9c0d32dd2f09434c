package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.ValueType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/// Blocks that state the type of their values.
class TypedBlockTest {
  private static final long WIDE = (1L << 53) + 1;

  @Property(tries = 300)
  void allIntegersOf64BitsAreExact(@ForAll @Size(min = 1, max = 700) long[] integers) {
    PointBuffer points = longs(integers);
    PointBuffer decoded = decode(encode(points), integers.length);
    assertThat(decoded.isIntegers()).isTrue();
    for (int i = 0; i < integers.length; i++) {
      assertThat(decoded.integer(i)).isEqualTo(integers[i]);
    }
  }

  @Test
  void aCounterBeyond2To53TakesFewBytes() {
    PointBuffer points = longs(LongStream.range(0, 200).map(i -> (1L << 62) + 1000 * i).toArray());
    assertThat(encode(points)).hasSizeLessThan(40);
  }

  @Test
  void integersThatDoublesHoldAreAPlainBlock() {
    assertThat(encode(longs(20, -21, 1L << 60))).isEqualTo(BlockFixture.encode(20, -21, 0x1p60));
  }

  @Test
  void wholeValuesThatAreNoIntegersBeginWithTheirType() {
    byte[] block = encode(doubles(20, 21));
    assertThat(block[0]).isEqualTo((byte) BlockLayout.DOUBLES);
    assertThat(Arrays.copyOfRange(block, 1, block.length))
        .isEqualTo(BlockFixture.encode(20.0, 21.0));
    assertThat(decode(block, 2).type()).isEqualTo(ValueType.DOUBLES);
  }

  @Test
  void fractionsNeedNoType() {
    assertThat(encode(doubles(20, 20.5))).isEqualTo(BlockFixture.encode(20, 20.5));
    assertThat(encode(doubles(20, 1e300))).isEqualTo(BlockFixture.encode(20, 1e300));
  }

  @Test
  void theBytesAreThoseOfVersionTwo() {
    assertThat(hex(encode(longs(WIDE, WIDE + 2, -1)))).isEqualTo(GOLDEN_LONGS);
    assertThat(hex(encode(doubles(20, 21, 20)))).isEqualTo(GOLDEN_DOUBLES);
  }

  private static final String GOLDEN_LONGS = "fe0e0136010000000000200206b4040201000000000010";
  private static final String GOLDEN_DOUBLES = "ff0001001402";

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static PointBuffer longs(long... integers) {
    double[] words = Arrays.stream(integers).mapToDouble(ValueType::word).toArray();
    return PointBuffer.of(new long[words.length], words, ValueType.LONGS, null);
  }

  private static PointBuffer doubles(double... values) {
    return PointBuffer.of(new long[values.length], values, ValueType.DOUBLES, null);
  }

  private static byte[] encode(PointBuffer points) {
    var encoder = new ValueEncoder();
    byte[] bytes = new byte[encoder.prepare(points)];
    int end = encoder.encode(points, bytes, 0);
    return Arrays.copyOf(bytes, end);
  }

  private static PointBuffer decode(byte[] block, int count) {
    double[] words = BlockFixture.decode(block, count);
    ValueType type = ValueDecoder.type(MemorySegment.ofArray(block), 0);
    return PointBuffer.of(new long[count], words, type, null);
  }
}
