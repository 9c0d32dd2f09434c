package goku.codec;

import static org.assertj.core.api.Assertions.assertThat;

import goku.query.PointBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class GorillaPropertyTest {
  private static final long ORIGIN = 7_200_000L * 100;

  record Point(long timestamp, long bits) {}

  @Property(tries = 500)
  void returnsEveryArrivalBitForBit(@ForAll("points") List<Point> points) {
    try (var fixture = new StreamFixture(ORIGIN)) {
      points.forEach(p -> fixture.append(p.timestamp, Double.longBitsToDouble(p.bits)));
      assertThat(toList(fixture.arrivals())).isEqualTo(points);
    }
  }

  @Property(tries = 500)
  void lastArrivalWinsInAscendingOrder(@ForAll("points") List<Point> points) {
    Map<Long, Long> wanted = new TreeMap<>();
    points.forEach(p -> wanted.put(p.timestamp, p.bits));
    try (var fixture = new StreamFixture(ORIGIN)) {
      points.forEach(p -> fixture.append(p.timestamp, Double.longBitsToDouble(p.bits)));
      assertThat(toList(fixture.sorted()))
          .isEqualTo(
              wanted.entrySet().stream().map(e -> new Point(e.getKey(), e.getValue())).toList());
    }
  }

  @Provide
  Arbitrary<List<Point>> points() {
    Arbitrary<Long> near = Arbitraries.longs().between(0, 30).map(s -> ORIGIN + s * 1000);
    Arbitrary<Long> millis = Arbitraries.longs().between(0, 7_199_999).map(ms -> ORIGIN + ms);
    Arbitrary<Long> timestamps =
        Arbitraries.oneOf(near, near, near, millis, Arbitraries.longs().map(s -> s / 1000 * 1000));
    Arbitrary<Long> anything = Arbitraries.longs();
    Arbitrary<Long> special =
        Arbitraries.of(
            Double.doubleToRawLongBits(-0.0),
            0L,
            Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
            Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
            0x7FF8_0000_0000_0001L,
            0xFFF0_0000_DEAD_BEEFL,
            Double.doubleToRawLongBits(Double.MIN_VALUE),
            -1L,
            1L | Long.MIN_VALUE);
    Arbitrary<Long> plain = Arbitraries.doubles().ofScale(2).map(Double::doubleToRawLongBits);
    var points =
        Combinators.combine(timestamps, Arbitraries.oneOf(plain, special, anything)).as(Point::new);
    return points.list().ofMaxSize(400);
  }

  private static List<Point> toList(PointBuffer buffer) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < buffer.size(); i++) {
      points.add(new Point(buffer.timestamps()[i], Double.doubleToRawLongBits(buffer.values()[i])));
    }
    return points;
  }
}
