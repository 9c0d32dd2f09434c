package goku.codec.block;

import static goku.codec.block.BlockLayout.BITS;
import static goku.codec.block.BlockLayout.DELTAS;
import static goku.codec.block.BlockLayout.DIVISOR;
import static goku.codec.block.BlockLayout.PATCHED;
import static goku.codec.block.BlockLayout.RAW;
import static goku.codec.block.BlockLayout.SCALED;
import static goku.codec.block.BlockLayout.ULPS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of the choice of the encoding of values, and of its size.
class ValueEncodingTest {
  private final Random random = new Random(1);

  @Test
  void constantTakesOnlyItsHeader() {
    assertThat(BlockFixture.encode(of(i -> 42))).containsExactly(0, 0, 0, 42);
    assertThat(BlockFixture.encode(of(i -> 0.25))).containsExactly(SCALED, 0, 0, 2, 25);
    assertThat(BlockFixture.encode(of(i -> Math.PI))).hasSize(3 + Double.BYTES);
  }

  @Test
  void steadyCounterTakesOnlyItsHeader() {
    byte[] block = BlockFixture.encode(of(i -> 1000 + 60 * i));
    assertThat(block).startsWith(DELTAS, 0).hasSize(3 + 1 + 2);
  }

  @Test
  void integersOfANarrowRangeArePackedAboveTheLeast() {
    byte[] block = BlockFixture.encode(of(i -> 1_000_000 + random.nextInt(128)));
    assertThat(block).startsWith(0, 7).hasSize(3 + 3 + 120 * 7 / 8);
  }

  @Test
  void counterIsPackedByItsDifferences() {
    byte[] block = BlockFixture.encode(counter());
    assertThat(block).startsWith(DELTAS, 4).hasSize(3 + 1 + 2 + 119 * 4 / 8 + 1);
  }

  @Test
  void commonDivisorIsDividedOut() {
    byte[] block = BlockFixture.encode(of(i -> 4096 * (200 + random.nextInt(64))));
    assertThat(block).startsWith(DIVISOR, 6);
    assertThat(BlockFixture.encode(of(i -> 30 * (i & 1)))).startsWith(DIVISOR, 1);
  }

  @Test
  void fewOutliersArePatched() {
    byte[] block =
        BlockFixture.encode(of(i -> i % 50 == 7 ? 1_000_000 + i : random.nextInt(16) / 10.0));
    assertThat(block).startsWith(PATCHED | SCALED, 4);
  }

  @Test
  void resetOfACounterIsPatched() {
    double[] values = counter();
    for (int i = 60; i < values.length; i++) {
      values[i] -= values[59];
    }
    assertThat(BlockFixture.encode(values)).startsWith(DELTAS | PATCHED, 4);
  }

  @Test
  void rareChangesArePatchesOfZeroWidthIntegers() {
    byte[] block = BlockFixture.encode(of(i -> 100 + i / 40 * 7 - i / 80 * 2));
    assertThat(block).startsWith(DELTAS | PATCHED, 0).hasSizeLessThan(14);
  }

  @Test
  void decimalsBecomeIntegersOverAPowerOfTen() {
    byte[] block = BlockFixture.encode(of(i -> (5000 + random.nextInt(256)) / 100.0));
    assertThat(block).startsWith(SCALED, 8).hasSize(4 + 2 + 120);
    assertThat(block[3]).isEqualTo((byte) 2);
  }

  @Test
  void decimalsThatAreSlightlyOffAreCorrected() {
    byte[] block = BlockFixture.encode(of(i -> (5000 + random.nextInt(256)) * 0.01));
    assertThat(block[0]).isEqualTo((byte) (SCALED | ULPS));
    assertThat(block).hasSizeLessThan(4 + 2 + 120 + 2 + 15 + 15 + 1);
  }

  @Test
  void otherDoublesAreKeptRawAmongDecimals() {
    byte[] block =
        BlockFixture.encode(
            of(i -> i == 3 ? Double.NaN : i == 70 ? -0.0 : random.nextInt(1000) / 10.0));
    assertThat(block[0] & (SCALED | RAW)).isEqualTo(SCALED | RAW);
    assertThat(BlockFixture.encode(of(i -> i == 3 ? Double.NaN : 1))).startsWith(RAW, 0);
  }

  @Test
  void doublesOfOneMagnitudeArePackedByTheirBits() {
    byte[] block = BlockFixture.encode(of(i -> 32 + 32 * random.nextDouble()));
    assertThat(block).startsWith(BITS).hasSizeLessThan(120 * 52 / 8 + 12);
  }

  @Test
  void trailingZerosOfFloatsAreDividedOut() {
    byte[] block = BlockFixture.encode(of(i -> 1 + random.nextFloat()));
    assertThat(block).startsWith(BITS | DIVISOR).hasSizeLessThan(120 * 3 + 20);
  }

  @Test
  void fewDifferentDoublesBecomeADictionary() {
    byte[] block = BlockFixture.encode(of(i -> Math.sqrt(2 + random.nextInt(4))));
    assertThat(block)
        .startsWith(ChunkEncoding.DICTIONARY.flags(), 4)
        .hasSize(2 + 4 * Double.BYTES + 120 * 2 / 8);
  }

  @Test
  void randomBitsTakeAHeaderMoreThanTheDoubles() {
    byte[] block = BlockFixture.encode(of(i -> Double.longBitsToDouble(random.nextLong())));
    assertThat(block).startsWith(BITS).hasSizeLessThanOrEqualTo(11 + 120 * Double.BYTES);
  }

  @Test
  void longBlockHasAWidthForEachOfItsChunks() {
    double[] values = new double[256];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(i < 128 ? 4 : 4096);
    }
    byte[] block = BlockFixture.encode(values);
    assertThat(block).startsWith(0, 2).hasSize(4 + 128 * 2 / 8 + 4 + 128 * 12 / 8);
  }

  @Test
  void realDataStaySmall() throws IOException {
    double[] cloudwatch = BlockFixture.numbers("cloudwatch.txt");
    assertThat(BlockFixture.encode(cloudwatch)).hasSizeLessThan(2 * cloudwatch.length);
    double[] counter = BlockFixture.numbers("counter.txt");
    assertThat(BlockFixture.encode(counter)).hasSizeLessThan(3 * counter.length / 2);
  }

  private double[] counter() {
    double[] values = new double[120];
    double sum = 500;
    for (int i = 0; i < values.length; i++) {
      values[i] = sum;
      sum += 50 + random.nextInt(16);
    }
    return values;
  }

  private static double[] of(IntToDoubleFunction value) {
    return IntStream.range(0, 120).mapToDouble(value).toArray();
  }
}
