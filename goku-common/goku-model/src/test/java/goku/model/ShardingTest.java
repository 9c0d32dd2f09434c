package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShardingTest {
  private final Sharding sharding = new Sharding(8, 5);

  @Test
  void aMetricTouchesTheShardsOfOneGroupOnly() {
    Set<Integer> touched = new HashSet<>();
    for (int host = 0; host < 1000; host++) {
      touched.add(shardOf(SeriesName.of("cpu", Map.of("host", "h" + host))));
    }
    int first = sharding.firstShardOf(SeriesName.of("cpu", Map.of()).metricHash());
    assertThat(touched)
        .containsExactlyInAnyOrder(first, first + 1, first + 2, first + 3, first + 4);
  }

  @Test
  void metricsAndSeriesSpreadEvenly() {
    Map<Integer, Integer> seriesByShard = new HashMap<>();
    for (int metric = 0; metric < 400; metric++) {
      for (int host = 0; host < 100; host++) {
        var name = SeriesName.of("metric" + metric, Map.of("host", "h" + host));
        seriesByShard.merge(shardOf(name), 1, Integer::sum);
      }
    }
    assertThat(seriesByShard).hasSize(sharding.shards());
    assertThat(seriesByShard.values()).allSatisfy(count -> assertThat(count).isBetween(500, 1500));
  }

  @Test
  void theShardOfANameNeverChanges() {
    assertThat(shardOf(SeriesName.of("cpu", Map.of("host", "abc", "az", "east-1a")))).isEqualTo(35);
  }

  @Test
  void refusesNoShards() {
    assertThatThrownBy(() -> new Sharding(0, 5)).hasMessageContaining("shardGroups=0");
    assertThatThrownBy(() -> new Sharding(5, 0)).hasMessageContaining("shardsPerGroup=0");
    assertThat(new Sharding(1, 1).shards()).isOne();
  }

  private int shardOf(SeriesName name) {
    return sharding.shardOf(name.metricHash(), name.hash());
  }
}
