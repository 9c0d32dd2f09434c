package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Golden hashes, made by another implementation of XXH3. They decide where a series is stored and
/// must never change.
class NameHashTest {
  @ParameterizedTest
  @CsvSource({
    "'', 2d06800538d394c2",
    "cpu, ecaa9c725d358abe",
    "cpu az=east-1a host=abc, 3151548990de8940",
  })
  void hashIsXxh3WithoutASeed(String word, String hash) {
    assertThat(Long.toHexString(NameHash.of(word.getBytes(UTF_8)))).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({"1, 300, 3e901c94ff54faa0"})
  void wordsOfAnyLengthAreHashed(int offset, int length, String hash) {
    byte[] bytes = "k".repeat(302).getBytes(UTF_8);
    assertThat(Long.toHexString(NameHash.of(bytes, offset, length))).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({"cpu, a63d2ff5126f66d7", "cpu az=east-1a host=abc, 28bcdcb69dc4e7a3"})
  void hashOfASeriesIsXxh3OfTheHashesOfItsMetricAndItsTags(String name, String hash) {
    assertThat(Long.toHexString(SeriesName.ofCanonical(name.getBytes(UTF_8)).hash()))
        .isEqualTo(hash);
  }

  @Test
  void nameHasTheHashOfItsParts() {
    var name = SeriesName.of("cpu", Map.of("host", "abc", "az", "east-1a"));
    long tags = NameHash.of(" az=east-1a host=abc".getBytes(UTF_8));
    assertThat(name.metricHash()).isEqualTo(NameHash.of("cpu".getBytes(UTF_8)));
    assertThat(name.hash()).isEqualTo(NameHash.ofSeries(name.metricHash(), tags));
  }
}
