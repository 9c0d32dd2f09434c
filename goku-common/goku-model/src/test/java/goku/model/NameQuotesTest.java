package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameQuotesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "cpu; cpu",
        "C:\\; C:\\",
        "System.gc(); System.gc()",
        "G1 Eden Space; \"G1 Eden Space\"",
        "/api/{id}; \"/api/{id}\"",
        "a,b; \"a,b\"",
        "a=b; \"a=b\"",
        "say \"C:\\\"; \"say \\\"C:\\\\\\\"\"",
      })
  void namesAreQuotedWhereAPutLineNeedsIt(String name, String quoted) {
    assertThat(NameQuotes.quote(name)).isEqualTo(quoted);
    assertThat(NameQuotes.unquote(quoted)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"", "\"a", "a\"", "a\"b\"", "\"a\"b", "\"a\\\"", "\"a\"|\"b\""})
  void textThatIsNotOneQuotedNameStandsForItself(String text) {
    assertThat(NameQuotes.unquote(text)).isEqualTo(text);
  }

  @Test
  void backslashBeforeAnythingElseStandsForItself() {
    assertThat(NameQuotes.unquote("\"C:\\Program Files\\\\\"")).isEqualTo("C:\\Program Files\\");
  }

  @Test
  void separatorsInQuotesDoNotSeparate() {
    assertThat(NameQuotes.split("\"a,b\",c,\"d", ',')).containsExactly("\"a,b\"", "c", "\"d");
    assertThat(NameQuotes.split("", ',')).containsExactly("");
    assertThat(NameQuotes.indexOf("\"a{b\"{c", '{', 0)).isEqualTo(5);
    assertThat(NameQuotes.indexOf("\"a{b\"", '{', 0)).isEqualTo(-1);
    assertThat(NameQuotes.indexOf("k= \"a,b\" ,c", ',', 0)).isEqualTo(9);
  }

  @Test
  void quotesInsideANameDoNotQuote() {
    assertThat(NameQuotes.split("say \"a,b\",c", ',')).containsExactly("say \"a", "b\"", "c");
    assertThat(NameQuotes.hasQuoted("say \"a\"")).isFalse();
    assertThat(NameQuotes.hasQuoted("a|\"b\"")).isTrue();
  }
}
