package goku.root.opentsdb.paging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CursorTextTest {
  @Property
  void decodingRestoresTheJson(@ForAll byte[] json) {
    String text = CursorText.of(json);
    assertThat(text).matches("[A-Za-z0-9_-]+");
    assertThat(CursorText.json(text)).isEqualTo(json);
  }

  @Test
  void everyChangedOrMissingCharacterIsDetected() {
    byte[] json = "{\"query\":{\"start\":\"1790000000000ms\"}}".getBytes(UTF_8);
    String text = CursorText.of(json);
    for (int i = 1; i < text.length() - 1; i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      String damaged = text.substring(0, i) + other + text.substring(i + 1);
      assertRefused(() -> CursorText.json(damaged), "damaged");
    }
    for (int length = 2; length < text.length(); length++) {
      String cut = text.substring(0, length);
      assertRefused(() -> CursorText.json(cut), "");
    }
  }

  @Test
  void theErrorNamesAnUnknownVersion() {
    String text = CursorText.of("{}".getBytes(UTF_8));
    assertRefused(
        () -> CursorText.json('9' + text.substring(1)),
        "version 9, this root reads version " + CursorText.VERSION);
  }

  @Test
  void invalidTextsAreRejected() {
    assertRefused(() -> CursorText.json(""), "0 characters");
    assertRefused(() -> CursorText.json(CursorText.VERSION + "###"), "damaged");
    assertRefused(() -> CursorText.json(CursorText.VERSION + "AAAA"), "cut off");
    assertRefused(
        () -> CursorText.json(CursorText.VERSION + "A".repeat(CursorText.MAX_CHARS)), "characters");
  }

  @Test
  void queriesTooLongForACursorAreRejected() {
    byte[] noise = new byte[CursorText.MAX_CHARS];
    new Random(1).nextBytes(noise);
    assertThatThrownBy(() -> CursorText.of(noise))
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessageContaining("the limit is " + CursorText.MAX_CHARS);
  }

  @Test
  void cursorsThatInflateBeyondTheLimitAreRejected() {
    String text = CursorText.of(new byte[5 << 20]);
    assertRefused(() -> CursorText.json(text), "damaged");
  }

  private static void assertRefused(ThrowingCallable read, String why) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessageStartingWith("Invalid cursor: ")
        .hasMessageContaining(why);
  }
}
