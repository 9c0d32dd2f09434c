package goku.codec;

import static goku.codec.ArbitraryPoints.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import goku.codec.ArbitraryPoints.Point;
import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StreamImageTest {
  private static final int APPENDS = 50_000;

  @Property(tries = 500)
  void appendingContinuesAsInTheOriginalStream(
      @ForAll("points") List<Point> before, @ForAll("points") List<Point> after) {
    try (var first = new StreamFixture(ORIGIN);
        var second = new StreamFixture(ORIGIN)) {
      append(first, first.stream, before);
      var image = new StreamImage();
      assertThat(first.reader.image(first.stream, image)).isEqualTo(!before.isEmpty());
      int restored = before.isEmpty() ? second.stream : second.writer.restore(image);
      assertSame(first, second, restored);

      append(first, first.stream, after);
      append(second, restored, after);
      assertSame(first, second, restored);
    }
  }

  private static void append(StreamFixture fixture, int stream, List<Point> points) {
    points.forEach(
        p -> assertThat(fixture.writer.append(stream, p.timestamp(), p.value())).isTrue());
  }

  private static void assertSame(StreamFixture first, StreamFixture second, int restored) {
    var wanted = new PointBuffer();
    var found = new PointBuffer();
    assertThat(second.reader.readArrivals(restored, found))
        .isEqualTo(first.reader.readArrivals(first.stream, wanted));
    assertThat(bits(found)).isEqualTo(bits(wanted));
    var wantedImage = new StreamImage();
    var foundImage = new StreamImage();
    assertThat(second.reader.image(restored, foundImage))
        .isEqualTo(first.reader.image(first.stream, wantedImage));
    assertThat(foundImage.sameAs(wantedImage)).isTrue();
  }

  private static List<Point> bits(PointBuffer points) {
    Point[] all = new Point[points.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Point(points.timestamps()[i], Double.doubleToRawLongBits(points.values()[i]));
    }
    return Arrays.asList(all);
  }

  @Provide
  Arbitrary<List<Point>> points() {
    return ArbitraryPoints.lists(300);
  }

  @Test
  void imageTakenDuringAppendsIsThatOfAPrefix() {
    try (var fixture = new StreamFixture(0);
        var prefix = new StreamFixture(0)) {
      var writing = CompletableFuture.runAsync(() -> appendAll(fixture));
      var image = new StreamImage();
      var wanted = new StreamImage();
      int seen = 0;
      while (seen < APPENDS && !writing.isCompletedExceptionally()) {
        if (!fixture.reader.image(fixture.stream, image)) {
          continue;
        }
        assertThat(image.count()).isGreaterThanOrEqualTo(seen);
        for (; seen < image.count(); seen++) {
          prefix.append(timestamp(seen), value(seen));
        }
        prefix.reader.image(prefix.stream, wanted);
        assertThat(image.sameAs(wanted)).as("image of %d datapoints", seen).isTrue();
      }
      writing.join();
      assertThat(seen).isEqualTo(APPENDS);
    }
  }

  private static void appendAll(StreamFixture fixture) {
    for (int i = 0; i < APPENDS; i++) {
      fixture.append(timestamp(i), value(i));
    }
  }

  /// Returns milliseconds from the thousandth datapoint on. Some timestamps are late.
  private static long timestamp(int i) {
    return i * 10_000L - i % 97 / 96 * 50_000L + i % 7 * (i < 1000 ? 1000L : 13L);
  }

  private static double value(int i) {
    return i % 5 == 0 ? i * 0.1 : i;
  }

  @Test
  void restoredStreamTakesTheSameMemoryAndReturnsIt() {
    for (int points : new int[] {1, 9, 20, 70, 1000, 5000}) {
      try (var fixture = new StreamFixture(0)) {
        long empty = fixture.memory.use().total();
        int first = fixture.writer.create();
        for (int i = 0; i < points; i++) {
          fixture.writer.append(first, i * 1000L, Math.sqrt(i));
        }
        long full = fixture.memory.use().total();
        var image = new StreamImage();
        fixture.reader.image(first, image);
        fixture.writer.free(first);

        int restored = fixture.writer.restore(image);
        assertThat(fixture.memory.use().total()).isEqualTo(full);
        fixture.writer.free(restored);
        assertThat(fixture.memory.use().total()).isEqualTo(empty);
      }
    }
  }

  @Test
  void restoringWithoutMemoryIsRefusedAndKeepsNone() {
    try (var source = new StreamFixture(0);
        var fixture = new StreamFixture(0, SlabPool.SLAB_BYTES)) {
      for (int i = 0; i < 200; i++) {
        source.append(i * 1000L, Math.sqrt(i));
      }
      var image = new StreamImage();
      source.reader.image(source.stream, image);
      while (fixture.blocks.allocate(1024, Purpose.STREAMS) != Blocks.NONE) {
        // until less memory is left than the stream takes
      }
      long before = fixture.memory.use().total();
      assertThat(fixture.writer.restore(image)).isEqualTo(Blocks.NONE);
      assertThat(fixture.memory.use().total()).isEqualTo(before);
      while (fixture.blocks.allocate(64, Purpose.STREAMS) != Blocks.NONE) {
        // until nothing is left
      }
      before = fixture.memory.use().total();
      assertThat(fixture.writer.restore(image)).isEqualTo(Blocks.NONE);
      assertThat(fixture.memory.use().total()).isEqualTo(before);
    }
  }
}
