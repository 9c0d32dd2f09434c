package goku.shortterm.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import goku.kafka.Topics;
import goku.model.Namespace;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetentionCheckTest {
  private static final Namespace DAY =
      NamespaceBuilder.namespace("ns").memoryTtl(Duration.ofHours(24)).s3Bucket("bucket").build();

  @Test
  void aRetentionThatIsTooShortIsRaisedAtAStart() {
    assertThat(RetentionCheck.lengthened(hours(24) - 1, Optional.empty(), DAY))
        .contains(Topics.retention(DAY).toMillis());
    assertThat(RetentionCheck.lengthened(hours(24), Optional.empty(), DAY)).isEmpty();
    assertThat(RetentionCheck.lengthened(-1, Optional.empty(), DAY)).isEmpty();
  }

  @Test
  void aRetentionThatEarlierSettingsNeededFollowsThem() {
    Namespace longer = NamespaceBuilder.like(DAY).memoryTtl(Duration.ofHours(30)).build();
    long before = Topics.retention(DAY).toMillis();
    assertThat(RetentionCheck.lengthened(before, Optional.of(DAY), longer))
        .contains(Topics.retention(longer).toMillis());
    assertThat(RetentionCheck.lengthened(before + 1, Optional.of(DAY), longer))
        .as("set by an operator")
        .isEmpty();
    assertThat(
            RetentionCheck.lengthened(
                Topics.retention(longer).toMillis(), Optional.of(longer), DAY))
        .as("never shortened")
        .isEmpty();
  }

  @Test
  void aRetentionOfAnOperatorIsRaisedIfItIsTooShort() {
    Namespace longer = NamespaceBuilder.like(DAY).memoryTtl(Duration.ofDays(5)).build();
    assertThat(RetentionCheck.lengthened(hours(64), Optional.of(DAY), longer))
        .contains(Topics.retention(longer).toMillis());
  }

  private static long hours(int hours) {
    return Duration.ofHours(hours).toMillis();
  }

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
