package goku.codec;

import static goku.codec.ArbitraryPoints.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.FixedShape;
import goku.model.histogram.Histograms;
import goku.testkit.histogram.RandomHistograms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HistogramStreamTest {
  @Property(tries = 200)
  void aStreamAndItsImageHaveTheLastHistogramOfEachTime(@ForAll long seed) {
    var random = new Random(seed);
    var histograms = new RandomHistograms(random);
    Map<Long, byte[]> wanted = new TreeMap<>();
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.writer.setHistograms(fixture.stream);
      for (int i = 0; i < 1 + random.nextInt(60); i++) {
        long time = ORIGIN + random.nextInt(40) * (random.nextInt(4) == 0 ? 250L : 60_000L);
        byte[] bytes = histograms.bytes();
        append(fixture, time, bytes);
        wanted.put(time, bytes);
      }
      assertHas(wanted, fixture.sorted());
      var image = new StreamImage();
      assertThat(fixture.reader.image(fixture.stream, image)).isTrue();
      assertThat(image.type()).isEqualTo(ValueType.HISTOGRAMS);
      var restored = new PointBuffer();
      fixture.reader.read(fixture.writer.restore(image), restored);
      assertHas(wanted, restored);
    }
  }

  private static void append(StreamFixture fixture, long time, byte[] bytes) {
    if (!fixture.histograms.append(fixture.stream, time, bytes, 0, bytes.length)) {
      throw new AssertionError("no memory");
    }
  }

  private static void assertHas(Map<Long, byte[]> wanted, PointBuffer points) {
    assertThat(points.type()).isEqualTo(ValueType.HISTOGRAMS);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      times.add(points.timestamps()[i]);
      assertThat(points.histograms().bytes(points.histogram(i)))
          .isEqualTo(wanted.get(points.timestamps()[i]));
    }
    assertThat(times).containsExactlyElementsOf(new TreeMap<>(wanted).keySet());
  }

  @Test
  void histogramsOfAnyLengthFit() {
    for (int ranges = 0; ranges < 40; ranges++) {
      byte[] bytes = adjacent(ranges);
      try (var fixture = new StreamFixture(ORIGIN)) {
        fixture.writer.setHistograms(fixture.stream);
        append(fixture, ORIGIN, bytes);
        assertHas(Map.of(ORIGIN, bytes), fixture.sorted());
      }
    }
  }

  @Test
  void aHistogramForWhichMemoryEndsDoesNotExistUntilItIsAppendedAgain() {
    byte[] bytes = adjacent(100);
    try (var fixture = new StreamFixture(ORIGIN, 2 << 20)) {
      fixture.writer.setHistograms(fixture.stream);
      int appended = 0;
      long time = ORIGIN;
      while (fixture.histograms.append(fixture.stream, time, bytes, 0, bytes.length)) {
        appended++;
        time += 1000;
      }
      assertThat(fixture.sorted().size()).isEqualTo(appended);
      fixture.blocks.setBeyondBudget(true);
      append(fixture, time, bytes);
      append(fixture, time + 1000, bytes);
      PointBuffer points = fixture.sorted();
      assertThat(points.size()).isEqualTo(appended + 2);
      assertThat(points.histograms().bytes(points.histogram(appended))).isEqualTo(bytes);
    }
  }

  @Test
  void theShapeOfTheFirstHistogramIsStoredOnce() {
    byte[] bytes = adjacent(100);
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.writer.setHistograms(fixture.stream);
      append(fixture, ORIGIN, bytes);
      int first = fixture.reader.count(fixture.stream);
      append(fixture, ORIGIN + 1000, bytes);
      append(fixture, ORIGIN + 2000, adjacent(3));
      append(fixture, ORIGIN + 3000, bytes);
      assertThat(fixture.reader.count(fixture.stream)).isLessThan(first * 2);
      assertHas(
          Map.of(
              ORIGIN,
              bytes,
              ORIGIN + 1000,
              bytes,
              ORIGIN + 2000,
              adjacent(3),
              ORIGIN + 3000,
              bytes),
          fixture.sorted());
    }
  }

  private static byte[] adjacent(int ranges) {
    float[] lower = new float[ranges];
    float[] upper = new float[ranges];
    for (int i = 0; i < ranges; i++) {
      lower[i] = i * 1.1f;
      upper[i] = (i + 1) * 1.1f;
    }
    var store = new Histograms();
    int handle = store.add(FixedShape.of(lower, upper));
    for (int i = 1; i <= store.shape(handle).counts(); i++) {
      store.words()[handle + i] = i * 777L;
    }
    return store.bytes(handle);
  }
}
