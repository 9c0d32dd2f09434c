package goku.codec;

import static goku.codec.ArbitraryPoints.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import goku.codec.ArbitraryPoints.Point;
import goku.model.PointBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class GorillaPropertyTest {
  @Property(tries = 500)
  void returnsEveryArrivalBitForBit(@ForAll("points") List<Point> points) {
    try (var fixture = new StreamFixture(ORIGIN)) {
      points.forEach(p -> fixture.append(p.timestamp(), p.value()));
      assertThat(toList(fixture.arrivals())).isEqualTo(points);
    }
  }

  @Property(tries = 500)
  void lastArrivalWinsInAscendingOrder(@ForAll("points") List<Point> points) {
    Map<Long, Long> wanted = new TreeMap<>();
    points.forEach(p -> wanted.put(p.timestamp(), p.bits()));
    try (var fixture = new StreamFixture(ORIGIN)) {
      points.forEach(p -> fixture.append(p.timestamp(), p.value()));
      assertThat(toList(fixture.sorted()))
          .isEqualTo(
              wanted.entrySet().stream().map(e -> new Point(e.getKey(), e.getValue())).toList());
    }
  }

  @Provide
  Arbitrary<List<Point>> points() {
    return ArbitraryPoints.lists(400);
  }

  private static List<Point> toList(PointBuffer buffer) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < buffer.size(); i++) {
      points.add(new Point(buffer.timestamps()[i], Double.doubleToRawLongBits(buffer.values()[i])));
    }
    return points;
  }
}
