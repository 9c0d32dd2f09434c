package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "cpu", "größe", "disk.C:\\_", "a=b{c},\"d\"|\ud83d\ude00"})
  void namesWithoutABlankAreStoredAsUtf8(String text) {
    assertThat(NameText.bytes(text)).isEqualTo(text.getBytes(UTF_8));
    assertThat(NameText.text(NameText.bytes(text))).isEqualTo(text);
  }

  @Test
  void aBlankIsStoredAsAByteThatNoNameHas() {
    byte[] stored = NameText.bytes(" G1 Eden ");
    assertThat(stored).asString(UTF_8).isEqualTo("\u001fG1\u001fEden\u001f");
    assertThat(NameText.text(stored)).isEqualTo(" G1 Eden ");
    assertThat(NameText.text(stored, 3, 3)).isEqualTo(" Ed");
  }

  @Test
  void storingReplacesOnlyTheBlanksOfThePart() {
    byte[] utf8 = "a b c d".getBytes(UTF_8);
    NameText.store(utf8, 2, 5);
    assertThat(utf8).asString(UTF_8).isEqualTo("a b\u001fc d");
  }

  @Test
  void storedNamesSortLikeTheirTexts() {
    List<String> sorted = List.of("a", "a ", "a  b", "a !", "a b", "a!", "ab", "b");
    List<String> texts =
        sorted.reversed().stream()
            .map(NameText::bytes)
            .sorted(Arrays::compareUnsigned)
            .map(NameText::text)
            .toList();
    assertThat(texts).isEqualTo(sorted);
  }

  @Test
  void partsOfANameKeepTheirBlanks() {
    var name =
        SeriesName.of("jvm memory", Map.of("the id", "G1 Eden Space", "uri", "/api/{id}?a=b"));
    assertThat(name.metric()).isEqualTo("jvm memory");
    assertThat(name.tags())
        .containsExactly(new Tag("the id", "G1 Eden Space"), new Tag("uri", "/api/{id}?a=b"));
    assertThat(SeriesName.ofCanonical(name.bytes()).tags()).isEqualTo(name.tags());
    assertThat(name.metricHash()).isEqualTo(NameHash.of(NameText.bytes("jvm memory")));
  }
}
