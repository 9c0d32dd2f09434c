package goku.model;

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
  void aMetricAloneIsAName() {
    assertThat(SeriesName.of("cpu", Map.of()).tags()).isEmpty();
  }
}
