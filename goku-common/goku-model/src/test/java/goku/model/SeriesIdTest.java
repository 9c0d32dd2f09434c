package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesIdTest {
  @Test
  void idDoesNotDependOnTheOrderOfTheTags() {
    var name = SeriesName.of("cpu", Map.of("host", "a", "az", "z"));
    assertThat(SeriesId.of("cpu", List.of(new Tag("host", "a"), new Tag("az", "z"))))
        .isEqualTo(SeriesId.of(name))
        .isEqualTo(new SeriesId(name.metricHash(), name.hash()));
  }

  @Test
  void findsTheShardThatTheNameDecides() {
    var sharding = new Sharding(3, 4);
    for (int i = 0; i < 100; i++) {
      var name = SeriesName.of("cpu" + i % 7, Map.of("host", "h" + i));
      assertThat(SeriesId.of(name).shardIn(sharding))
          .isEqualTo(sharding.shardOf(name.metricHash(), name.hash()));
    }
  }
}
