package goku.root.opentsdb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.model.SeriesId;
import goku.model.Tag;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TsuidTest {
  private static final List<Tag> TAGS = List.of(new Tag("az", "z"), new Tag("host", "a"));

  @Test
  void tsuidsAreStableHashesOfMetricAndName() {
    assertThat(Tsuid.of("cpu", TAGS)).isEqualTo("ECAA9C725D358ABEA37ADB61DEE40A8E");
  }

  @Test
  void tsuidsOfAMetricShareAPrefix() {
    String prefix = Tsuid.of("cpu", TAGS).substring(0, 16);
    assertThat(Tsuid.of("cpu", List.of())).startsWith(prefix);
    assertThat(Tsuid.of("mem", TAGS)).doesNotStartWith(prefix);
  }

  @Test
  void tsuidsAreParsedInAnyCase() {
    String tsuid = Tsuid.of("cpu", TAGS);
    assertThat(Tsuid.parse(List.of(tsuid, tsuid.toLowerCase(Locale.ROOT))))
        .containsExactly(SeriesId.of("cpu", TAGS));
  }

  @Test
  void tsuidsOfOpenTsdbAreWellFormedButMatchNoSeries() {
    assertThat(Tsuid.parse(List.of("00001000000400001B00000900005A", "FFFFFEFFFFFEFFFFFE")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no",
        "0123456789ABCDEF",
        "0123456789ABCDEF0123456789ABCDE",
        "0123456789ABCDEF0123456789ABCDEG",
        "0123456789ABCDEF0123456789ABCDEF0",
        "+123456789ABCDEF0123456789ABCDEF"
      })
  void otherTextsAreRejectedWithTheExpectedForm(String text) {
    assertThatThrownBy(() -> Tsuid.parse(List.of(text)))
        .isInstanceOfSatisfying(HttpError.class, error -> assertThat(error.status()).isEqualTo(400))
        .hasMessageContaining("'%s'".formatted(text))
        .hasMessageContaining("32 hexadecimal digits");
  }
}
