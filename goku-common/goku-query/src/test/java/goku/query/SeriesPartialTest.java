package goku.query;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.ValueType;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesPartialTest {
  private static final long WIDE = (1L << 53) + 1;

  private static SeriesPartial series(ValueType type, double... words) {
    var points = PointBuffer.of(new long[words.length], words, type, null);
    return SeriesPartial.of(List.of(), points, points.isIntegers());
  }

  @Test
  void wideIntegersAreKeptExactlyAndAreRoundedAsDoubles() {
    SeriesPartial series = series(ValueType.LONGS, ValueType.word(WIDE));
    assertThat(series.integer(0)).isEqualTo(WIDE);
    assertThat(series.value(0)).isEqualTo(0x1p53);
  }

  @Test
  void otherValuesAreDoubles() {
    assertThat(series(ValueType.PLAIN, 20).integer(0)).isEqualTo(20);
    assertThat(series(ValueType.PLAIN, 20.5).value(0)).isEqualTo(20.5);
  }

  @Test
  void aBufferOfTheDatapointsHasTheirType() {
    for (ValueType type : ValueType.values()) {
      assertThat(series(type, 20).points().type()).isEqualTo(type);
    }
  }

  @Test
  void aBufferThatRoundsItsIntegersLeavesTheSeriesUnchanged() {
    SeriesPartial series = series(ValueType.LONGS, ValueType.word(WIDE));
    assertThat(series.points().values()).containsExactly(0x1p53);
    assertThat(series.integer(0)).isEqualTo(WIDE);
  }

  @Test
  void wideIntegersTakeAsMuchMemoryAsDoubles() {
    assertThat(series(ValueType.LONGS, 1, 2).heldBytes())
        .isEqualTo(series(ValueType.PLAIN, 1, 2).heldBytes());
  }
}
