package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesNameTest {
  @Test
  void orderOfTagsDoesNotMatter() {
    var tags = new LinkedHashMap<String, String>();
    tags.put("host", "abc");
    tags.put("az", "east-1a");
    var name = SeriesName.of("cpu", tags);
    assertThat(name).isEqualTo(SeriesName.of("cpu", Map.of("az", "east-1a", "host", "abc")));
    assertThat(name).hasToString("cpu az=east-1a host=abc");
    assertThat(name.metric()).isEqualTo("cpu");
    assertThat(name.tags()).isEqualTo(List.of(new Tag("az", "east-1a"), new Tag("host", "abc")));
  }

  @Test
  void metricWithoutTagsIsAName() {
    assertThat(SeriesName.of("cpu", Map.of()).tags()).isEmpty();
  }

  @Test
  void tagsOfANameBeginAfterItsMetric() {
    var name = SeriesName.of("cpu", Map.of("host", "abc"));
    assertThat(name.metricLength()).isEqualTo(3);
    assertThat(name.tagBytes()).asString(UTF_8).isEqualTo(" host=abc");
    assertThat(name.bytes()).asString(UTF_8).isEqualTo("cpu host=abc");
  }

  @Test
  void metricEndsAtTheFirstBlankOrWithItsBytes() {
    byte[] bytes = "a b c".getBytes(UTF_8);
    assertThat(SeriesName.endOfMetric(bytes, 0, 5)).isEqualTo(1);
    assertThat(SeriesName.endOfMetric(bytes, 2, 5)).isEqualTo(3);
    assertThat(SeriesName.endOfMetric(bytes, 2, 3)).isEqualTo(3);
    assertThat(SeriesName.endOfMetric(bytes, 4, 5)).isEqualTo(5);
  }

  @Test
  void namesAreEqualByTheirBytes() {
    var name = SeriesName.of("cpu", Map.of("host", "abc"));
    assertThat(name)
        .isNotEqualTo(SeriesName.of("cpu", Map.of("host", "abd")))
        .isNotEqualTo("cpu host=abc")
        .hasSameHashCodeAs(SeriesName.of("cpu", Map.of("host", "abc")))
        .doesNotHaveSameHashCodeAs(SeriesName.of("cpu", Map.of("host", "abd")));
  }
}
