package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Golden tests of the block format: each version reads these bytes. In the file each block follows
/// its length, two bytes. An encoder that chooses other encodings gets its own file, and this one
/// is still read.
class BlockGoldenTest {
  private static final long ORIGIN = 1_699_999_200_000L;

  @Test
  void encoderWritesTheBlocksOfTheGoldenFile() throws IOException {
    List<byte[]> blocks = new ArrayList<>();
    values().forEach(values -> blocks.add(BlockFixture.encode(values)));
    timestamps().forEach(timestamps -> blocks.add(BlockFixture.encode(ORIGIN, timestamps)));
    assertThat(withLengths(blocks)).isEqualTo(golden());
  }

  @Test
  void decoderReadsTheBlocksOfTheGoldenFile() throws IOException {
    List<byte[]> blocks = blocks(golden());
    int next = 0;
    for (double[] values : values()) {
      assertThat(BlockFixture.bits(BlockFixture.decode(blocks.get(next++), values.length)))
          .isEqualTo(BlockFixture.bits(values));
    }
    for (long[] timestamps : timestamps()) {
      assertThat(BlockFixture.decode(blocks.get(next++), ORIGIN, timestamps.length))
          .isEqualTo(timestamps);
    }
    assertThat(blocks).hasSize(next);
  }

  private static byte[] golden() throws IOException {
    return GoldenFile.read(BlockGoldenTest.class, "blocks-v1.bin");
  }

  private static byte[] withLengths(List<byte[]> blocks) {
    var bytes = new ByteArrayOutputStream();
    for (byte[] block : blocks) {
      bytes.write(block.length);
      bytes.write(block.length >>> 8);
      bytes.writeBytes(block);
    }
    return bytes.toByteArray();
  }

  private static List<byte[]> blocks(byte[] golden) {
    List<byte[]> blocks = new ArrayList<>();
    int at = 0;
    while (at < golden.length) {
      int length = (golden[at] & 0xFF) | ((golden[at + 1] & 0xFF) << 8);
      at += 2;
      blocks.add(Arrays.copyOfRange(golden, at, at + length));
      at += length;
    }
    return blocks;
  }

  private static List<double[]> values() throws IOException {
    var random = new Random(1);
    double[] special = {1, -0.0, Double.NaN, 2.5, Double.POSITIVE_INFINITY, 3, 4.5, 5, 6, 7, 8, 9};
    return List.of(
        new double[] {42, 42, 42},
        special,
        random.doubles(20).toArray(),
        random.ints(40, 0, 4).mapToDouble(i -> i / 3.0).toArray(),
        BlockFixture.numbers("cloudwatch.txt"),
        BlockFixture.numbers("counter.txt"),
        IntStream.range(0, 600).mapToDouble(i -> 8 * (i / 100) + i % 3 * 0.1).toArray());
  }

  private static List<long[]> timestamps() throws IOException {
    return List.of(
        new long[] {ORIGIN},
        IntStream.range(0, 120).mapToLong(i -> ORIGIN + 5000 + 60_000L * i).toArray(),
        IntStream.range(0, 120).mapToLong(i -> ORIGIN + 60_000L * (i + i / 50)).toArray(),
        Arrays.stream(BlockFixture.numbers("timestamps.txt")).mapToLong(t -> (long) t).toArray());
  }
}
