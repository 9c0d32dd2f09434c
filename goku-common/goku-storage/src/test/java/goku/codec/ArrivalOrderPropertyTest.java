package goku.codec;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ArrivalOrderPropertyTest {
  private static final long START = 1_700_000_000_000L;

  /// Checks sorting. Datapoints before `from` stay unchanged for any timestamps.
  @Property
  void lastArrivalOfEachTimestampStays(
      @ForAll long seed,
      @ForAll @IntRange(max = 3) int from,
      @ForAll @IntRange(max = 300) int count,
      @ForAll @IntRange(min = 1, max = 400) int lateByAtMost,
      @ForAll @IntRange(min = 1, max = 4000) int step,
      @ForAll boolean even) {
    var random = new Random(seed);
    var points = new PointBuffer();
    for (int i = 0; i < from; i++) {
      points.add(1_000_000 - i, -i);
    }
    Map<Long, Double> expected = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      long place = i - (long) random.nextInt(lateByAtMost);
      long timestamp = START + place * step + (even ? 0 : random.nextInt(step));
      points.add(timestamp, i);
      expected.put(timestamp, (double) i);
    }
    ArrivalOrder.sortKeepingLast(points, from);
    assertThat(points.size()).isEqualTo(from + expected.size());
    assertThat(Arrays.copyOfRange(points.timestamps(), from, points.size()))
        .isEqualTo(expected.keySet().stream().mapToLong(each -> each).toArray());
    assertThat(Arrays.copyOfRange(points.values(), from, points.size()))
        .isEqualTo(expected.values().stream().mapToDouble(each -> each).toArray());
    for (int i = 0; i < from; i++) {
      assertThat(points.timestamps()[i]).isEqualTo(1_000_000 - i);
    }
  }
}
