package goku.kafka.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private final Backlog backlog = new Backlog(at(0));

  @Test
  void aGroupThatHasConsumedAllIsCaughtUp() {
    backlog.seen(at(0), 10, 10);
    backlog.seen(at(1), 10, 10);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(1));
    assertThat(backlog.records()).isZero();
  }

  @Test
  void aGroupThatIsNeverAtTheEndLagsByTheTimeSinceItsPositionWasTheEnd() {
    backlog.seen(at(0), 10, 10);
    backlog.seen(at(1), 10, 20);
    backlog.seen(at(2), 20, 30);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(1));
    backlog.seen(at(3), 25, 40);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(1));
    assertThat(backlog.records()).isEqualTo(15);
  }

  @Test
  void theLagOfAGroupThatStoppedBeginsWithTheLastLookWithoutWaitingRecords() {
    backlog.seen(at(0), 10, 10);
    backlog.seen(at(5), 10, 10);
    backlog.seen(at(6), 10, 11);
    backlog.seen(at(60), 10, 11);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(5));
  }

  @Test
  void aLagIsProvenOnceByARecord() {
    backlog.seen(at(0), 10, 10);
    backlog.seen(at(2), 10, 11);
    assertThat(backlog.needsProof(at(2))).as("ingestors commit at intervals").isFalse();
    backlog.seen(at(3), 10, 11);
    assertThat(backlog.needsProof(at(3))).isTrue();
    backlog.waits(at(3), 3_600_000);
    assertThat(backlog.needsProof(at(9))).isFalse();
    assertThat(backlog.caughtUpNanos()).as("the time of a sender does not count").isEqualTo(at(0));
  }

  @Test
  void recordsBeforeTheFirstLookWaitSinceTheirTimestamp() {
    backlog.seen(at(0), 10, 11);
    assertThat(backlog.needsProof(at(0))).isTrue();
    backlog.waits(at(0), 30_000);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(-30));
    backlog.seen(at(1), 11, 11);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(1));
  }

  @Test
  void markersOfTransactionsAreNoLag() {
    backlog.seen(at(0), 10, 12);
    backlog.isEmptyTo(at(0), 12);
    assertThat(backlog.records()).isZero();
    backlog.seen(at(9), 10, 12);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(9));
    backlog.seen(at(10), 10, 13);
    backlog.seen(at(20), 10, 13);
    assertThat(backlog.records()).isOne();
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(9));
    backlog.isEmptyTo(at(20), 13);
    assertThat(backlog.records()).isZero();
  }

  @Test
  void aTopicThatIsCreatedAnewBeginsAnew() {
    backlog.seen(at(0), 0, 1000);
    backlog.seen(at(1), 0, 5);
    backlog.seen(at(2), 5, 6);
    assertThat(backlog.caughtUpNanos()).isEqualTo(at(1));
  }

  @Test
  void aLongLagIsNeverTooSmall() {
    backlog.seen(at(0), 0, 0);
    for (int second = 1; second <= 10_000; second++) {
      backlog.seen(at(second), 0, second);
    }
    backlog.seen(at(10_001), 9000, 10_000);
    assertThat(backlog.caughtUpNanos()).isBetween(at(8900), at(9000));
  }

  private static long at(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
