package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EightDigitsTest {
  @ParameterizedTest
  @ValueSource(strings = {"00000000", "12345678", "99999999", "00000001", "90000000"})
  void areTheNumberThatTheyAreInText(String text) {
    byte[] bytes = ("x" + text + "9").getBytes(ISO_8859_1);
    assertThat(EightDigits.areAt(bytes, 1)).isTrue();
    assertThat(EightDigits.at(bytes, 1)).isEqualTo(Long.parseLong(text));
  }

  @Test
  void anyDigitsAreRead() {
    var random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      int number = random.nextInt(100_000_000);
      byte[] bytes = "%08d".formatted(number).getBytes(ISO_8859_1);
      assertThat(EightDigits.at(bytes, 0)).isEqualTo(number);
    }
  }

  @Test
  void anyOtherByteAnywhereIsNone() {
    for (int at = 0; at < EightDigits.COUNT; at++) {
      byte[] bytes = "12345678".getBytes(ISO_8859_1);
      for (int other = Byte.MIN_VALUE; other <= Byte.MAX_VALUE; other++) {
        bytes[at] = (byte) other;
        assertThat(EightDigits.areAt(bytes, 0)).isEqualTo(other >= '0' && other <= '9');
      }
    }
  }
}
