package goku.codec.block;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.DoubleStream;

/// Tools to encode and decode whole arrays.
final class BlockFixture {
  private static final int MARGIN = 3;
  private static final double UNTOUCHED = 12345.678;

  private BlockFixture() {}

  static byte[] encode(double... values) {
    var bytes = new byte[MARGIN + ValueEncoder.maxBytes(values.length)];
    int end = new ValueEncoder().encode(values, values.length, bytes, MARGIN);
    return Arrays.copyOfRange(bytes, MARGIN, end);
  }

  static byte[] encode(long originMillis, long... timestamps) {
    var bytes = new byte[MARGIN + TimestampEncoder.maxBytes(timestamps.length)];
    int end =
        new TimestampEncoder().encode(timestamps, timestamps.length, originMillis, bytes, MARGIN);
    return Arrays.copyOfRange(bytes, MARGIN, end);
  }

  /// Decodes into the middle of an array and fails if anything around is overwritten.
  static double[] decode(byte[] block, int count) {
    var into = new double[count + 2 * MARGIN];
    Arrays.fill(into, UNTOUCHED);
    ValueDecoder.decode(betweenOthers(block), MARGIN, count, into, MARGIN);
    assertThat(
            DoubleStream.concat(
                Arrays.stream(into, 0, MARGIN), Arrays.stream(into, MARGIN + count, into.length)))
        .containsOnly(UNTOUCHED);
    return Arrays.copyOfRange(into, MARGIN, MARGIN + count);
  }

  static long[] decode(byte[] block, long originMillis, int count) {
    var into = new long[count + MARGIN];
    TimestampDecoder.decode(betweenOthers(block), MARGIN, count, originMillis, into, MARGIN);
    return Arrays.copyOfRange(into, MARGIN, MARGIN + count);
  }

  /// Copies the block between other bytes, with no more room than promised.
  private static MemorySegment betweenOthers(byte[] block) {
    var bytes = new byte[MARGIN + block.length + ValueDecoder.READ_AHEAD_BYTES];
    Arrays.fill(bytes, (byte) 0xA5);
    System.arraycopy(block, 0, bytes, MARGIN, block.length);
    return MemorySegment.ofArray(bytes);
  }

  static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  /// Returns the numbers of a file in the test resources, one per line.
  static double[] numbers(String file) throws IOException {
    try (InputStream in = Objects.requireNonNull(BlockFixture.class.getResourceAsStream(file))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .mapToDouble(Double::parseDouble)
          .toArray();
    }
  }
}
