package goku.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PutLineTest {
  private static final long MILLIS = 1_700_000_000_123L;

  @Test
  void namesTheSeriesByItsMetricAndItsTagsInTheOrderOfTheirKeys() {
    assertThat(PutLine.of("orders.placed", MILLIS, 1.5, Map.of("shop", "berlin", "env", "prod")))
        .isEqualTo("put orders.placed 1700000000123 1.5 env=prod shop=berlin");
    assertThat(PutLine.of("m", MILLIS, 0, Map.of())).isEqualTo("put m 1700000000123 0");
  }

  @Test
  void writesDoublesWithAPointSoThatTheyComeBackBitForBit() {
    assertThat(value(42)).isEqualTo("42.0");
    for (double value : new double[] {0.1, -0.0, -1e300, Double.MIN_VALUE, 0x1p54, Math.PI}) {
      assertThat(value(value)).contains(".");
      assertThat(Double.parseDouble(value(value))).isEqualTo(value);
    }
  }

  @Test
  void writesAllDigitsOfIntegers() {
    for (long value : new long[] {0, -7, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      String line = PutLine.of("m", MILLIS, value, Map.of());
      assertThat(line).isEqualTo("put m 1700000000123 " + value);
    }
  }

  @Test
  void replacesWhatOpenTsdbDoesNotTakeInNames() {
    assertThat(PutLine.of("a b\n=ü", MILLIS, 1, Map.of("k{", "", "", "x,y/z-_.9")))
        .isEqualTo("put a_b__ü 1700000000123 1 _=x_y/z-_.9 k_=_");
    assertThat(PutLine.of("\ud83d\ude00", MILLIS, 1, Map.of())).isEqualTo("put _ 1700000000123 1");
  }

  @Test
  void theHashOfASeriesKnowsNeitherTimestampNorValue() {
    int hash = PutLine.seriesHash("put m 1 2 a=b c=d");
    assertThat(PutLine.seriesHash("put m 111111 -7.5 a=b c=d")).isEqualTo(hash);
    assertThat(PutLine.seriesHash("m 1 2 a=b c=d")).isEqualTo(hash);
    assertThat(PutLine.seriesHash("put n 1 2 a=b c=d")).isNotEqualTo(hash);
    assertThat(PutLine.seriesHash("put m 1 2 a=b c=e")).isNotEqualTo(hash);
    int quoted = PutLine.seriesHash("put \"a \\\"b\" 1 2 id=\"x y\"");
    assertThat(PutLine.seriesHash("put \"a \\\"b\" 11 3 id=\"x y\"")).isEqualTo(quoted);
    assertThat(PutLine.seriesHash("put \"a \\\"c\" 1 2 id=\"x y\"")).isNotEqualTo(quoted);
    assertThat(PutLine.seriesHash("put m 1")).isEqualTo(PutLine.seriesHash("put m"));
  }

  private static String value(double value) {
    return PutLine.of("m", MILLIS, value, Map.of()).split(" ", -1)[3];
  }
}
