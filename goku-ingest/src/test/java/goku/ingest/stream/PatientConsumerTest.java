package goku.ingest.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatientConsumerTest {
  private static final Duration LINGER = Duration.ofMillis(5);

  @Test
  void waitsNoLongerThanAskedWhileBatchesHaveToLeave() {
    assertThat(PatientConsumer.wait(LINGER, true)).isEqualTo(LINGER);
  }

  @Test
  void waitsLongerWithNothingInHand() {
    assertThat(PatientConsumer.wait(LINGER, false)).isEqualTo(PatientConsumer.PATIENCE);
  }

  @Test
  void neverWaitsForAThreadThatHasOtherThingsToDo() {
    assertThat(PatientConsumer.wait(Duration.ZERO, false)).isZero();
  }

  @Test
  void neverWaitsShorterThanAsked() {
    Duration longer = PatientConsumer.PATIENCE.plusMillis(1);
    assertThat(PatientConsumer.wait(longer, false)).isEqualTo(longer);
  }
}
