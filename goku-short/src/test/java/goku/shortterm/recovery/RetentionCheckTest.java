package goku.shortterm.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Namespace;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetentionCheckTest {
  private static final Namespace DAY =
      NamespaceBuilder.namespace("ns").memoryTtl(Duration.ofHours(24)).s3Bucket("bucket").build();

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
