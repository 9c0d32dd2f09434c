package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaNamesTest {
  /// Another name would separate an upgraded cluster from its topics and committed offsets.
  @Test
  void theDefaultNamesNeverChange() {
    KafkaNames names = ConfigLoader.defaults(KafkaConfig.class).names();
    assertThat(names).isEqualTo(KafkaNames.DEFAULT);
    assertThat(KafkaConfig.of("localhost:9092").names()).isEqualTo(KafkaNames.DEFAULT);
    assertThat(names.annotations()).isEqualTo("goku-annotations");
    assertThat(names.metadata()).isEqualTo("goku-metadata");
    assertThat(names.queriedMetrics()).isEqualTo("goku-queried-metrics");
    assertThat(names.topMetrics()).isEqualTo("goku-top-metrics");
    assertThat(names.finalized()).isEqualTo("goku-finalized");
    assertThat(names.ingestGroup("")).isEqualTo("goku-ingest");
    assertThat(names.shortGroup("ns1", "eu-west-1a")).isEqualTo("goku-short-ns1-eu-west-1a");
  }

  @Test
  void aPrefixReplacesTheBeginningOfEveryName() {
    KafkaNames names = ConfigLoader.defaults(KafkaConfig.class, "--prefix=team.b_2").names();
    assertThat(names.annotations()).isEqualTo("team.b_2-annotations");
    assertThat(names.metadata()).isEqualTo("team.b_2-metadata");
    assertThat(names.queriedMetrics()).isEqualTo("team.b_2-queried-metrics");
    assertThat(names.topMetrics()).isEqualTo("team.b_2-top-metrics");
    assertThat(names.finalized()).isEqualTo("team.b_2-finalized");
    assertThat(names.ingestGroup("")).isEqualTo("team.b_2-ingest");
    assertThat(names.shortGroup("ns1", "a")).isEqualTo("team.b_2-short-ns1-a");
  }

  @Test
  void aConfiguredGroupOfIngestorsHasNoPrefix() {
    assertThat(new KafkaNames("team-b").ingestGroup("mine")).isEqualTo("mine");
  }

  @Test
  void thePrefixOfAGroupIsFoundInAnyZoneOfTheNamespaceOnly() {
    assertThat(KafkaNames.prefixOfShortGroup("team-b-short-ns1-a", "ns1")).contains("team-b");
    assertThat(KafkaNames.prefixOfShortGroup("team-b-short-ns12-a", "ns1")).isEmpty();
    assertThat(KafkaNames.prefixOfShortGroup("-short-ns1-a", "ns1")).isEmpty();
    assertThat(KafkaNames.prefixOfShortGroup("team-b-ingest", "ns1")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"team/b", "team b", "größe"})
  void aPrefixThatKafkaWouldRefuseIsRefusedByItsKey(String prefix) {
    assertThatThrownBy(() -> ConfigLoader.defaults(KafkaConfig.class, "--prefix=" + prefix))
        .hasMessageContaining("kafka.prefix=" + prefix)
        .hasMessageContaining("1 to 100 letters, digits, '.', '_' and '-'");
  }

  @Test
  void aPrefixHasAHundredCharactersAtMost() {
    String longest = "a".repeat(100);
    assertThat(ConfigLoader.defaults(KafkaConfig.class, "--prefix=" + longest).names().prefix())
        .isEqualTo(longest);
    assertThatThrownBy(() -> ConfigLoader.defaults(KafkaConfig.class, "--prefix=" + longest + "a"))
        .hasMessageContaining("prefix")
        .hasMessageContaining("100");
    assertThatThrownBy(() -> ConfigLoader.defaults(KafkaConfig.class, "--prefix="))
        .hasMessageContaining("prefix")
        .hasMessageContaining("100");
    assertThatThrownBy(() -> new KafkaNames("")).hasMessageContaining("kafka.prefix=");
  }
}
