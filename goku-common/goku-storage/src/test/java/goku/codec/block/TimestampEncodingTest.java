package goku.codec.block;

import static goku.codec.block.BlockLayout.DELTAS;
import static goku.codec.block.BlockLayout.DIVISOR;
import static goku.codec.block.BlockLayout.LINE;
import static goku.codec.block.BlockLayout.PATCHED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of the choice of the encoding of timestamps, and of its size.
class TimestampEncodingTest {
  private static final long ORIGIN = 1_699_999_200_000L;

  private final Random random = new Random(1);

  @Test
  void regularTimestampsTakeStartAndStep() {
    byte[] block = BlockFixture.encode(ORIGIN, of(i -> 7000 + 60_000L * i));
    assertThat(block).startsWith(DELTAS, 0).hasSize(3 + 3 + 2);
  }

  @Test
  void missingTimestampsArePatched() {
    byte[] block = BlockFixture.encode(ORIGIN, of(i -> 60_000L * (i < 50 ? i : i + 3)));
    assertThat(block).startsWith(DELTAS | DIVISOR | PATCHED, 0).hasSizeLessThan(17);
  }

  @Test
  void irregularSecondsAreCountedInSeconds() {
    byte[] block = BlockFixture.encode(ORIGIN, of(i -> 1000L * (60 * i + i * i / 2 % 16)));
    assertThat(block[0] & DIVISOR).isEqualTo(DIVISOR);
    assertThat(block).hasSizeLessThan(80);
  }

  @Test
  void jitterIsTheDistanceToALine() {
    byte[] block = BlockFixture.encode(ORIGIN, of(i -> 10_000L * i + random.nextInt(256)));
    assertThat(block[0] & LINE).isEqualTo(LINE);
    assertThat(block).hasSizeLessThan(120 * 9 / 8 + 12);
  }

  @Test
  void timestampsOfAnAgentTakeAboutAByteEach() throws IOException {
    long[] timestamps =
        Arrays.stream(BlockFixture.numbers("timestamps.txt")).mapToLong(t -> (long) t).toArray();
    assertThat(BlockFixture.encode(timestamps[0], timestamps))
        .hasSizeLessThan(timestamps.length * 6 / 5);
  }

  private static long[] of(IntToLongFunction offset) {
    return IntStream.range(0, 120).mapToLong(i -> ORIGIN + offset.applyAsLong(i)).toArray();
  }
}
