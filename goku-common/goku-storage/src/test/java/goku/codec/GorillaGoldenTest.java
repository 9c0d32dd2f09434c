package goku.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Golden tests of the stream format: its bits never change.
class GorillaGoldenTest {
  private static final long ORIGIN = 7_200_000L * 100;

  @Test
  void encodesTheExampleOfThePaper() {
    // section 4.1.1: differences of 60, 60, 59 and 61 give 0, -1 and 2
    assertThat(timestampBits(60_000, 60_000, 59_000, 61_000))
        .isEqualTo(plain("0 0|10 1111011 0|0 0|10 0111110 0|10 1000001 0"));
  }

  @Test
  void encodesTheGapOfThePaper() {
    // section 4.1.1: differences of 60, 60, 121 and 59 give 0, 61 and -62, all in the first range
    assertThat(timestampBits(60_000, 60_000, 121_000, 59_000))
        .isEqualTo(plain("0 0|10 1111011 0|0 0|10 1111100 0|10 0000001 0"));
  }

  @Test
  void encodesTheEdgesOfEveryRange() {
    assertThat(code(0)).isEqualTo("0");
    assertThat(code(64)).isEqualTo("101111111");
    assertThat(code(-63)).isEqualTo("100000000");
    assertThat(code(65)).isEqualTo("110101000000");
    assertThat(code(-64)).isEqualTo("110010111111");
    assertThat(code(256)).isEqualTo("110111111111");
    assertThat(code(-255)).isEqualTo("110000000000");
    assertThat(code(257)).isEqualTo("1110100100000000");
    assertThat(code(-256)).isEqualTo("1110011011111111");
    assertThat(code(2048)).isEqualTo("1110111111111111");
    assertThat(code(-2047)).isEqualTo("1110000000000000");
    assertThat(code(2049)).isEqualTo("11110" + "0".repeat(20) + "100000000001");
    assertThat(code(-2048)).isEqualTo("11110" + "1".repeat(20) + "100000000000");
    assertThat(code(Integer.MAX_VALUE)).isEqualTo("111100" + "1".repeat(31));
    assertThat(code(Integer.MIN_VALUE)).isEqualTo("111101" + "0".repeat(31));
    assertThat(code(1L + Integer.MAX_VALUE)).isEqualTo("111110" + "0".repeat(32) + "1" + zeros(31));
    assertThat(code(-1L + Integer.MIN_VALUE)).isEqualTo("111110" + "1".repeat(32) + "0" + ones(31));
  }

  @Test
  void encodesValuesOfThePaper() {
    // figure 4: 12, 24, 15, 12, 35
    try (var fixture = new StreamFixture(ORIGIN)) {
      String before = "";
      var codes = new StringBuilder();
      for (double value : new double[] {12, 24, 15, 12, 35}) {
        fixture.append(ORIGIN, value);
        String after = fixture.bits();
        codes.append(after.substring(before.length() + 1));
        before = after;
      }
      assertThat(codes)
          .hasToString(
              plain("11 00001 001011 100000000101") // 4028 0000 0000 0000
                  + plain("11 01011 000000 1") // 0010 0000 0000 0000
                  + plain("11 01011 000011 1011") // 0016 0000 0000 0000
                  + plain("10 0011") // 0006 0000 0000 0000
                  + plain("11 01001 000111 11010011")); // 0069 8000 0000 0000
    }
  }

  @Test
  void streamContinuesInMillisecondsFromTheFirstFraction() {
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.append(ORIGIN + 1000, 0);
      fixture.append(ORIGIN + 2000, 0);
      fixture.append(ORIGIN + 3001, 0);
      fixture.append(ORIGIN + 4000, 0);
      assertThat(fixture.bits())
          .isEqualTo(plain("10 1000000 0|10 1000000 0|111111 10 1000000 0|10 0111101 0"));
    }
  }

  /// Returns the bits of timestamps by differences. All values are zero and take one bit each.
  private static String timestampBits(long... differencesMillis) {
    try (var fixture = new StreamFixture(ORIGIN)) {
      long timestamp = ORIGIN;
      fixture.append(timestamp, 0);
      for (long difference : differencesMillis) {
        timestamp += difference;
        fixture.append(timestamp, 0);
      }
      return fixture.bits();
    }
  }

  private static String code(long d) {
    try (var fixture = new StreamFixture(ORIGIN)) {
      fixture.append(ORIGIN, 0);
      fixture.append(ORIGIN + d * 1000, 0);
      String bits = fixture.bits();
      assertThat(bits).startsWith("00").endsWith("0");
      return bits.substring(2, bits.length() - 1);
    }
  }

  private static String plain(String readable) {
    return readable.replaceAll("[ |]", "");
  }

  private static String zeros(int count) {
    return "0".repeat(count);
  }

  private static String ones(int count) {
    return "1".repeat(count);
  }
}
