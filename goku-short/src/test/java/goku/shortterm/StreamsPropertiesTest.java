package goku.shortterm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.model.NodeIdentity;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamsPropertiesTest {
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

  @Test
  void theConsumerGroupHasThePrefixTheNamespaceAndTheZone() {
    assertThat(property(1, StreamsConfig.APPLICATION_ID_CONFIG)).isEqualTo("goku-short-ns1-zone");
    assertThat(property(1, StreamsConfig.APPLICATION_ID_CONFIG, "--kafka.prefix=team-b"))
        .isEqualTo("team-b-short-ns1-zone");
  }

  private static int threads(int shards, String... flags) {
    return Integer.parseInt(property(shards, StreamsConfig.NUM_STREAM_THREADS_CONFIG, flags));
  }

  private static String property(int shards, String key, String... flags) {
    String[] all = new String[flags.length + 1];
    all[0] = "--kafka.bootstrap-servers=localhost:9092";
    System.arraycopy(flags, 0, all, 1, flags.length);
    var config = ConfigLoader.defaults(ShortConfig.class, all);
    var namespace =
        NamespaceBuilder.namespace("ns1")
            .memoryTtl(Duration.ofHours(26))
            .s3Bucket("goku")
            .shards(shards, 1)
            .build();
    return String.valueOf(
        StreamsProperties.of(config, new NodeIdentity("zone", "node"), namespace).get(key));
  }
}
