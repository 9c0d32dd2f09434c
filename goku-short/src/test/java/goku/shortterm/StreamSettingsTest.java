package goku.shortterm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.model.Namespace;
import goku.model.NodeIdentity;
import goku.model.Sharding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamSettingsTest {
  @Test
  void byDefaultThereIsAThreadForEachShardUpToSixteen() {
    assertThat(threads(1)).isEqualTo(1);
    assertThat(threads(15)).isEqualTo(15);
    assertThat(threads(1000)).isEqualTo(16);
  }

  @Test
  void theSettingGoesBeforeTheNumberOfShards() {
    assertThat(threads(1, "--threads=12")).isEqualTo(12);
  }

  private static int threads(int shards, String... flags) {
    String[] all = new String[flags.length + 1];
    all[0] = "--kafka.bootstrap-servers=localhost:9092";
    System.arraycopy(flags, 0, all, 1, flags.length);
    var config = ConfigLoader.defaults(ShortConfig.class, all);
    var namespace =
        new Namespace(
            "ns1",
            true,
            Duration.ofHours(2),
            Duration.ofHours(26),
            Optional.empty(),
            "goku-ns1",
            "goku",
            new Sharding(shards, 1),
            List.of());
    Object threads =
        StreamSettings.of(config, new NodeIdentity("zone", "node"), namespace)
            .get(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
    return Integer.parseInt(String.valueOf(threads));
  }
}
