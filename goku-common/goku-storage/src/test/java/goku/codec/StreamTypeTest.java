package goku.codec;

import static goku.codec.ArbitraryPoints.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.ValueType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StreamTypeTest {
  @Test
  void aNewStreamIsPlain() {
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.append(ORIGIN, 1);
      assertThat(fixture.writer.type(fixture.stream)).isEqualTo(ValueType.PLAIN);
      assertThat(fixture.arrivals().type()).isEqualTo(ValueType.PLAIN);
    }
  }

  @Property(tries = 200)
  void integersOf64BitsAreExactInAStreamAndInItsImage(
      @ForAll @Size(min = 1, max = 100) long[] integers) {
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.writer.setLongs(fixture.stream);
      for (int i = 0; i < integers.length; i++) {
        fixture.append(ORIGIN + i * 250L, ValueType.word(integers[i]));
      }
      assertIntegers(fixture.arrivals(), integers);
      var image = new StreamImage();
      assertThat(fixture.reader.image(fixture.stream, image)).isTrue();
      assertThat(image.type()).isEqualTo(ValueType.LONGS);
      var restored = new PointBuffer();
      fixture.reader.read(fixture.writer.restore(image), restored);
      assertIntegers(restored, integers);
    }
  }

  @Test
  void lateIntegersAreSortedExactly() {
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.writer.setLongs(fixture.stream);
      fixture.append(ORIGIN + 5000, ValueType.word(Long.MAX_VALUE));
      fixture.append(ORIGIN + 1001, ValueType.word(Long.MIN_VALUE + 1));
      assertIntegers(fixture.sorted(), Long.MIN_VALUE + 1, Long.MAX_VALUE);
    }
  }

  @Test
  void aStreamOfDoublesStaysOneAcrossItsDatapoints() {
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.append(ORIGIN + 1001, 20);
      fixture.writer.setDoubles(fixture.stream);
      fixture.append(ORIGIN + 1500, 21);
      fixture.append(ORIGIN, 22);
      assertThat(fixture.sorted().type()).isEqualTo(ValueType.DOUBLES);
      assertThat(fixture.sorted().values()).startsWith(22, 20, 21);
    }
  }

  private static void assertIntegers(PointBuffer points, long... wanted) {
    assertThat(points.type()).isEqualTo(ValueType.LONGS);
    assertThat(points.size()).isEqualTo(wanted.length);
    for (int i = 0; i < wanted.length; i++) {
      assertThat(points.integer(i)).isEqualTo(wanted[i]);
    }
  }
}
