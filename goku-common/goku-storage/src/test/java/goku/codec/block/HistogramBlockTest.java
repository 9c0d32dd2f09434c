package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.testkit.histogram.PlainSum;
import goku.testkit.histogram.RandomHistograms;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HistogramBlockTest {
  @Property(tries = 200)
  void decodedHistogramsHaveTheSameMeasurements(@ForAll long seed) {
    PointBuffer points = random(seed);
    PointBuffer decoded = decode(encode(points), points.size());
    assertThat(decoded.size()).isEqualTo(points.size());
    for (int i = 0; i < points.size(); i++) {
      assertThat(PlainSum.text(decoded.histograms(), decoded.histogram(i)))
          .isEqualTo(PlainSum.text(points.histograms(), points.histogram(i)));
      assertThat(statistics(decoded, i)).isEqualTo(statistics(points, i));
    }
  }

  @Property(tries = 200)
  void encodingAgainGivesTheSameBytes(@ForAll long seed) {
    PointBuffer points = random(seed);
    byte[] block = encode(points);
    assertThat(encode(decode(block, points.size()))).isEqualTo(block);
  }

  private static PointBuffer random(long seed) {
    var random = new Random(seed);
    var histograms = new RandomHistograms(random);
    var points = new PointBuffer();
    int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 400 : 40);
    for (int i = 0; i < count; i++) {
      points.addHistogram(i * 1000L, histograms.addTo(points.histograms()));
    }
    return points;
  }

  private static long[] statistics(PointBuffer points, int i) {
    int handle = points.histogram(i);
    HistogramShape shape = points.histograms().shape(handle);
    int first = handle + 1;
    return Arrays.copyOfRange(
        points.histograms().words(), first + shape.counts(), first + shape.words());
  }

  @Test
  void aPopulatedRangeTakesAtMostTwoBytes() {
    var random = new Random(1);
    for (HistogramShape shape :
        new HistogramShape[] {
          adjacent(20), new ExponentialShape(3, 0, new Span(-20, 25), Span.NONE, true)
        }) {
      var points = new PointBuffer();
      int populated = 0;
      for (int i = 0; i < 120; i++) {
        int handle = points.histograms().add(shape);
        for (int n = 0; n < shape.ranges(); n++) {
          long count = random.nextInt(1 + 1000 / (1 + Math.abs(n - 8)));
          points.histograms().words()[handle + 1 + shape.countOf(n)] = count;
          populated += count == 0 ? 0 : 1;
        }
        for (int n = shape.counts(); n < shape.words(); n++) {
          points.histograms().words()[handle + 1 + n] =
              Double.doubleToLongBits(random.nextInt(10_000) / 100.0);
        }
        points.addHistogram(i * 60_000L, handle);
      }
      assertThat(encode(points).length / (double) populated).isLessThan(2);
    }
  }

  @Test
  void exponentialRangesOfBothSignsMayBeFarApart() {
    var points = new PointBuffer();
    for (int first : new int[] {0, 1_100_000_000, -600_000_000}) {
      var span = new Span(first, 1);
      var shape = new ExponentialShape(20, 0, span, span, false);
      int handle = points.histograms().add(shape);
      points.histograms().words()[handle + 2] = 1;
      points.histograms().words()[handle + 3] = 1;
      points.addHistogram(points.size(), handle);
    }
    byte[] block = encode(points);
    assertThat(encode(decode(block, 3))).isEqualTo(block);
  }

  @Test
  void exponentialHistogramsFarApartDoNotShareColumns() {
    var points = new PointBuffer();
    for (int i = 0; i < 100; i++) {
      var shape = new ExponentialShape(20, 0, new Span(i * 1_000_000, 2), Span.NONE, false);
      int handle = points.histograms().add(shape);
      points.histograms().words()[handle + 2] = i + 1L;
      points.histograms().words()[handle + 3] = 1;
      points.addHistogram(i, handle);
    }
    byte[] block = encode(points);
    assertThat(block.length).isLessThan(100 * 40);
    assertThat(encode(decode(block, 100))).isEqualTo(block);
  }

  @Test
  void theBytesAreThoseOfVersionThree() {
    var points = new PointBuffer();
    for (int i = 0; i < 3; i++) {
      int handle = points.histograms().add(adjacent(2));
      long[] counts = {0, 1, 10 + i, 500};
      System.arraycopy(counts, 0, points.histograms().words(), handle + 1, 4);
      points.addHistogram(i, handle);
    }
    int other =
        points.histograms().add(new ExponentialShape(2, 0, new Span(5, 1), Span.NONE, true));
    long[] words = {1, 2, Double.doubleToLongBits(7.5), 0, 0};
    System.arraycopy(words, 0, points.histograms().words(), other + 1, words.length);
    points.addHistogram(3, other);
    assertThat(HexFormat.of().formatHex(encode(points))).isEqualTo(GOLDEN);
  }

  private static final String GOLDEN =
      "fd020f010201000000000000803f00000040050202010a0100010000080000000000000001"
          + "0002000a24000009f4010000000100000002800000014b0000000000000000";

  @Test
  void aBlockOfHistogramsHasNoNumbers() {
    var points = new PointBuffer();
    points.addHistogram(0, points.histograms().add(adjacent(1)));
    byte[] block = encode(points);
    assertThatThrownBy(() -> BlockFixture.decode(block, 1))
        .isInstanceOf(CorruptBlockException.class)
        .hasMessageContaining("found histograms, wanted numbers");
  }

  private static FixedShape adjacent(int ranges) {
    float[] lower = new float[ranges];
    float[] upper = new float[ranges];
    IntStream.range(0, ranges).forEach(i -> lower[i] = i);
    IntStream.range(0, ranges).forEach(i -> upper[i] = i + 1);
    return FixedShape.of(lower, upper);
  }

  private static byte[] encode(PointBuffer points) {
    var encoder = new ValueEncoder();
    byte[] bytes = new byte[encoder.prepare(points)];
    return Arrays.copyOf(bytes, encoder.encode(points, bytes, 0));
  }

  private static PointBuffer decode(byte[] block, int count) {
    byte[] padded = Arrays.copyOf(block, block.length + ValueDecoder.READ_AHEAD_BYTES);
    MemorySegment segment = MemorySegment.ofArray(padded);
    var points = new PointBuffer();
    points.ensureRoom(count);
    for (int i = 0; i < count; i++) {
      points.timestamps()[i] = i * 1000L;
    }
    assertThat(ValueDecoder.decode(segment, 0, count, points)).isEqualTo(block.length);
    assertThat(ValueDecoder.type(segment, 0)).isEqualTo(ValueType.HISTOGRAMS);
    points.setSize(count);
    points.join(ValueType.HISTOGRAMS, 0);
    return points;
  }
}
