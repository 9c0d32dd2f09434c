package goku.shortterm.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Namespace;
import goku.model.Sharding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetentionCheckTest {
  private static final Namespace DAY =
      new Namespace(
          "ns",
          true,
          Duration.ofHours(2),
          Duration.ofHours(24),
          Optional.empty(),
          "goku-ns",
          "bucket",
          new Sharding(1, 1),
          List.of());

  @Test
  void topicMustKeepWhatIsKeptInMemory() {
    assertThat(RetentionCheck.complaint(DAY, Duration.ofHours(24).toMillis())).isEmpty();
    assertThat(RetentionCheck.complaint(DAY, -1)).isEmpty();
    assertThat(RetentionCheck.complaint(DAY, Duration.ofHours(24).toMillis() - 1))
        .get()
        .asString()
        .contains("goku-ns", "PT24H", "retention.ms", "86400000");
  }
}
