package goku.compactor.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.TestSeries;
import goku.model.PointBuffer;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class RollupsTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final double NAN = Double.NaN;

  @Test
  void anIntervalWithoutDatapointsHasNoEntry() {
    assertThat(rollups(new long[] {0, 35}, 1, 2))
        .containsExactly(
            entry(0, 1, 1, 1, 1), //
            entry(30, 2, 1, 2, 2));
    assertThat(rollups(new long[] {})).isEmpty();
  }

  @Test
  void aNaNIsNoDatapoint() {
    assertThat(rollups(new long[] {0, 1, 2, 3, 10, 11, 20}, NAN, 4, NAN, 3, NAN, NAN, NAN))
        .containsExactly(entry(0, 7, 2, 3, 4));
  }

  @Test
  void infinitiesAreSummed() {
    assertThat(rollups(new long[] {0, 1, 10, 11}, 1, INFINITY, INFINITY, -INFINITY))
        .containsExactly(
            entry(0, INFINITY, 2, 1, INFINITY), entry(10, NAN, 2, -INFINITY, INFINITY));
  }

  @Test
  void theFirstOfTwoZerosIsTheLeastAndTheGreatest() {
    assertThat(rollups(new long[] {0, 1}, -0.0, 0.0)).containsExactly(entry(0, 0.0, 2, -0.0, -0.0));
  }

  private static Map.Entry<Long, List<Double>> entry(
      long time, double sum, double count, double min, double max) {
    return Map.entry(time, List.of(sum, count, min, max));
  }

  /// Returns the rollups with intervals of 10 milliseconds.
  private static SortedMap<Long, List<Double>> rollups(long[] timestamps, double... values) {
    var into = new RollupBuffer();
    Rollups.ofRaw(PointBuffer.of(timestamps, values), 0, timestamps.length, 10, into);
    return TestSeries.of(new PointBuffer(), into).rollups();
  }
}
