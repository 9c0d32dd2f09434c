package goku.ingest.put;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":[1,\"\u00f1\",null]}", "5", "\"x\"", "[ ]"})
  void jsonStaysAsItIs(String json) {
    assertThat(asJson(json)).isEqualTo(json);
  }

  @Test
  void otherTextBecomesAString() {
    assertThat(asJson("{\"a\":NaN}")).isEqualTo("\"{\\\"a\\\":NaN}\"");
    assertThat(asJson("\"cut")).isEqualTo("\"\\\"cut\"");
    assertThat(asJson("{} {}")).isEqualTo("\"{} {}\"");
    assertThat(asJson("\u0000\u0000\u0000\u0001")).startsWith("\"\\u0000");
    assertThat(asJson("")).isEqualTo("\"\"");
  }

  @Test
  void longTextIsCut() {
    assertThat(asJson("[".repeat(5000))).isEqualTo('"' + "[".repeat(1000) + '"');
  }

  @Test
  void bytesThatAreNoUtf8AreReplaced() {
    byte[] text = "xx{\"a\":\u00ff}".getBytes(ISO_8859_1);
    assertThat(SentText.asJson(text, 2, text.length - 2)).isEqualTo("\"{\\\"a\\\":\ufffd}\"");
  }

  private static String asJson(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return SentText.asJson(bytes, 0, bytes.length);
  }
}
