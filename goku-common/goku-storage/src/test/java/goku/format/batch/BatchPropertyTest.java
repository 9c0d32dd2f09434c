package goku.format.batch;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.FormatException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BatchPropertyTest {
  @Property(tries = 300)
  void readsWhatWasWritten(@ForAll("points") List<BatchPoint> points) {
    assertThat(BatchPoint.read(BatchPoint.write(points))).isEqualTo(points);
  }

  @Property(tries = 300)
  void aFlippedByteNeverEndsInAnotherError(
      @ForAll("points") List<BatchPoint> points, @ForAll int where, @ForAll byte flip) {
    byte[] bytes = BatchPoint.write(points);
    bytes[Math.floorMod(where, bytes.length)] ^= flip;
    try {
      assertThat(BatchPoint.read(bytes)).hasSize(points.size());
    } catch (FormatException expected) {
      assertThat(expected).hasMessageContaining("wanted");
    }
  }

  @Provide
  Arbitrary<List<BatchPoint>> points() {
    Arbitrary<String> names =
        Arbitraries.of(
            "cpu",
            "cpu host=a",
            "mem host=a",
            "mem host=ü az=1",
            "io host=ü az=1",
            "x".repeat(300));
    return Combinators.combine(names, Arbitraries.longs(), Arbitraries.doubles())
        .as(BatchPoint::new)
        .list()
        .ofMaxSize(600);
  }
}
