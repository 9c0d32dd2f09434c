package goku.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import goku.config.ConfigProblems;
import goku.ingest.put.RefusedPuts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IngestConfigTest {
  /// Shards drop datapoints further ahead.
  @Test
  void maxFutureIsAtMostWhatShardsAccept() {
    assertThat(load("--accept.max-future=2h").accept().maxFuture()).isEqualTo(Duration.ofHours(2));
    assertThatThrownBy(() -> load("--accept.max-future=6h"))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining("accept.max-future")
        .hasMessageContaining("2h");
  }

  @Test
  void refusedDatapointsAreErrorsUnlessConfigured() {
    assertThat(load().put().refused()).isEqualTo(RefusedPuts.ERROR);
    assertThat(load("--put.refused=accept").put().refused()).isEqualTo(RefusedPuts.ACCEPT);
    assertThatThrownBy(() -> load("--put.refused=drop"))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining("put.refused");
  }

  @Test
  void theGroupFollowsThePrefixUnlessItIsConfigured() {
    assertThat(load().group()).isEqualTo("goku-ingest");
    assertThat(load("--kafka.prefix=team-b").group()).isEqualTo("team-b-ingest");
    assertThat(load("--kafka.prefix=team-b", "--input.application-id=mine").group())
        .isEqualTo("mine");
  }

  /// OpenTSDB stores the id in one byte.
  @Test
  void theIdOfHistogramsIsAByte() {
    assertThat(load().accept().histogramId()).isEqualTo(42);
    assertThat(load("--accept.histogram-id=255").accept().histogramId()).isEqualTo(255);
    assertThatThrownBy(() -> load("--accept.histogram-id=256"))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining("accept.histogram-id");
  }

  private static IngestConfig load(String... flags) {
    return ConfigLoader.defaults(IngestConfig.class, flags);
  }
}
