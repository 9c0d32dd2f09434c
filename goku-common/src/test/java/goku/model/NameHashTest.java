package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The hash decides where a series is stored: these values, made by another implementation of
/// XX3e901c94ff54faa0, must never change.
class NameHashTest {
  @ParameterizedTest
  @CsvSource({
    "'', 2d06800538d394c2",
    "cpu, ecaa9c725d358abe",
    "cpu az=east-1a host=abc, 3151548990de8940",
  })
  void isXxh3WithoutASeed(String name, String hash) {
    assertThat(Long.toHexString(NameHash.of(name.getBytes(UTF_8)))).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({"1, 300, 3e901c94ff54faa0"})
  void namesOfAnyLengthAreHashed(int offset, int length, String hash) {
    byte[] bytes = "k".repeat(302).getBytes(UTF_8);
    assertThat(Long.toHexString(NameHash.of(bytes, offset, length))).isEqualTo(hash);
  }
}
