package goku.codec.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class TimestampPropertyTest {
  private static final long ORIGIN = 1_700_000_000_000L / 7_200_000 * 7_200_000;

  @Property(tries = 1000)
  void everyTimestampComesBack(
      @ForAll @IntRange(min = 1, max = 2000) int count,
      @ForAll @IntRange(min = 1, max = 600_000) int step,
      @ForAll @IntRange(max = 2000) int jitter,
      @ForAll @IntRange(max = 50) int percentOfGaps,
      @ForAll long seed) {
    var random = new Random(seed);
    var timestamps = new long[count];
    long regular = ORIGIN + random.nextInt(1000);
    for (int i = 0; i < count; i++) {
      regular += random.nextInt(100) < percentOfGaps ? (long) step * random.nextInt(1, 100) : step;
      long late = jitter == 0 ? 0 : random.nextInt(jitter);
      timestamps[i] = Math.max(regular + late, i == 0 ? ORIGIN : timestamps[i - 1] + 1);
    }
    assertThat(BlockFixture.decode(BlockFixture.encode(ORIGIN, timestamps), ORIGIN, count))
        .isEqualTo(timestamps);
  }

  @Property(tries = 500)
  void anyAscendingTimestampsComeBack(
      @ForAll @IntRange(min = 1, max = 600) int count, @ForAll long seed) {
    var random = new Random(seed);
    long[] timestamps =
        LongStream.generate(() -> random.nextLong() >>> random.nextInt(1, 40))
            .distinct()
            .limit(count)
            .sorted()
            .toArray();
    assertThat(BlockFixture.decode(BlockFixture.encode(0, timestamps), 0, timestamps.length))
        .isEqualTo(timestamps);
  }

  @Property(tries = 2000)
  void arbitraryBytesEndWithTimestampsOrAnException(
      @ForAll @Size(min = 1, max = 600) byte[] bytes,
      @ForAll @IntRange(min = 1, max = 600) int count) {
    var timestamps = new long[count];
    try {
      TimestampDecoder.decode(MemorySegment.ofArray(bytes), 0, count, 0, timestamps, 0);
    } catch (IndexOutOfBoundsException | CorruptBlockException expected) {
      assertThat(timestamps).hasSize(count);
    }
  }
}
