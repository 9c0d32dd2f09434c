package goku.codec;

import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GorillaStreamTest {
  private static final int APPENDS = 200_000;

  @Test
  void readerSeesAPrefixWhileTheWriterAppends() {
    try (var fixture = new StreamFixture(0)) {
      var writing = CompletableFuture.runAsync(() -> appendAll(fixture));
      var points = new PointBuffer();
      int seen = 0;
      while (seen < APPENDS) {
        points.clear();
        assertThat(fixture.reader.readArrivals(fixture.stream, points)).isFalse();
        assertThat(points.size()).isGreaterThanOrEqualTo(seen);
        seen = points.size();
        for (int i = Math.max(0, seen - 300); i < seen; i++) {
          assertThat(points.timestamps()[i]).isEqualTo(timestamp(i));
          assertThat(points.values()[i]).isEqualTo(value(i));
        }
        if (writing.isCompletedExceptionally()) {
          break;
        }
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

  private static long timestamp(int i) {
    return i * 10_000L + i % 7 * (i < 1000 ? 1000L : 13L);
  }

  private static double value(int i) {
    return i % 5 == 0 ? i * 0.1 : i;
  }

  @Test
  void appendWithoutMemoryIsRefusedAndChangesNothing() {
    try (var fixture = new StreamFixture(0, SlabPool.SLAB_BYTES)) {
      int other = fixture.blocks.allocate(64, Purpose.STREAMS);
      while (fixture.blocks.allocate(64, Purpose.STREAMS) != Blocks.NONE) {
        // until nothing is left
      }
      assertThat(fixture.writer.create()).isEqualTo(Blocks.NONE);
      int stored = 0;
      while (fixture.writer.append(fixture.stream, timestamp(stored), value(stored))) {
        stored++;
      }
      assertThat(fixture.writer.append(fixture.stream, timestamp(stored), value(stored))).isFalse();
      assertThat(fixture.arrivals().size()).isEqualTo(stored);
      fixture.blocks.free(other, 64, Purpose.STREAMS);
      fixture.append(timestamp(stored), value(stored));
      assertThat(fixture.arrivals().values()[stored]).isEqualTo(value(stored));
    }
  }

  @Test
  void runsOfEqualValuesOfAnyLengthAreReadBack() {
    for (int same = 0; same <= 70; same++) {
      try (var fixture = new StreamFixture(0)) {
        double[] values = new double[2 * same + 3];
        Arrays.fill(values, same + 1, values.length, 7.5);
        values[values.length - 1] = -1;
        for (int i = 0; i < values.length; i++) {
          fixture.append(i * 60_000L, values[i]);
        }
        PointBuffer back = fixture.arrivals();
        assertThat(Arrays.copyOf(back.values(), back.size())).as("%d", same).isEqualTo(values);
        assertThat(back.timestamps()[back.size() - 1]).isEqualTo((values.length - 1) * 60_000L);
      }
    }
  }

  @Test
  void manyShuffledArrivalsComeOutSorted() {
    try (var fixture = new StreamFixture(0)) {
      for (int i = 0; i < 7200; i++) {
        int second = (int) (i * 3541L % 7200); // visits every second once
        fixture.append(second * 1000L, second);
      }
      PointBuffer points = fixture.sorted();
      assertThat(points.size()).isEqualTo(7200);
      for (int i = 0; i < 7200; i++) {
        assertThat(points.timestamps()[i]).isEqualTo(i * 1000L);
        assertThat(points.values()[i]).isEqualTo(i);
      }
    }
  }

  @Test
  void freedStreamOfAnyLengthReturnsAllMemory() {
    for (int points : new int[] {0, 1, 9, 20, 70, 1000, 5000}) {
      try (var fixture = new StreamFixture(0)) {
        long before = fixture.memory.use().total();
        int stream = fixture.writer.create();
        for (int i = 0; i < points; i++) {
          assertThat(fixture.writer.append(stream, i * 1000L, Math.sqrt(i))).isTrue();
        }
        assertThat(fixture.reader.count(stream)).isEqualTo(points);
        long slabs = fixture.memory.pool().usedBytes();
        fixture.writer.free(stream);
        assertThat(fixture.memory.use().total()).isEqualTo(before);
        int again = fixture.writer.create();
        for (int i = 0; i < points; i++) {
          fixture.writer.append(again, i * 1000L, Math.sqrt(i));
        }
        assertThat(fixture.memory.pool().usedBytes()).as("the same blocks").isEqualTo(slabs);
      }
    }
  }
}
