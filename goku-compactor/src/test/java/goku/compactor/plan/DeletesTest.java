package goku.compactor.plan;

import static goku.compactor.plan.Stored.MEMORY;
import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static goku.compactor.plan.Stored.shuffled;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.model.TimeRange;
import goku.tier.BucketKey;
import goku.tier.Feeders;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeletesTest {
  private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant OLD = MADE.plus(Deletes.KEPT);
  private static final Sharding TWO = new Sharding(1, 2);

  /// A delete in the first window of GokuS, at the second shard of GokuL.
  private static final Tombstone DELETE = Stored.delete(1, new TimeRange(0, MEMORY - 1), MADE);

  private static final BucketKey BUCKET = new BucketKey(1, 1, 0, 1);
  private static final Manifest WITHOUT = made(BUCKET, 3 * MEMORY);
  private static final Manifest WITH = made(BUCKET, 3 * MEMORY, DELETE.key());

  private final Feeders feeders = new Feeders(TWO, TWO);
  private final Inventory.Builder inventory =
      new Inventory.Builder().delete(DELETE).frontier(1, MEMORY);

  private Deletes at(Instant now) {
    return new Deletes(inventory.build(), now);
  }

  private boolean isDone() {
    return at(OLD).isDone(DELETE, feeders);
  }

  @Test
  void bucketIsBuiltWithTheDeletesOfItsTimeAndShardInTheOrderOfTheirKeys() {
    Tombstone earlier = Stored.delete(1, new TimeRange(0, 0), MADE.minusSeconds(1));
    Tombstone later = Stored.delete(1, new TimeRange(3 * MEMORY - 1, 3 * MEMORY), MADE);
    Tombstone behind = Stored.delete(1, new TimeRange(3 * MEMORY, 4 * MEMORY), MADE);
    Tombstone elsewhere = Stored.delete(0, new TimeRange(0, 0), MADE);
    inventory.delete(later).delete(earlier).delete(behind).delete(elsewhere);
    assertThat(at(MADE).of(WindowKey.of(BUCKET), 3 * MEMORY))
        .containsExactlyInAnyOrder(earlier, DELETE, later)
        .isSortedAccordingTo((one, other) -> one.key().compareTo(other.key()));
  }

  @Test
  void bucketIsBuiltAgainAnHourAfterADelete() {
    assertThat(at(MADE.plus(Deletes.DELAY).minusMillis(1)).isLacking(WITHOUT)).isFalse();
    assertThat(at(MADE.plus(Deletes.DELAY)).isLacking(WITHOUT)).isTrue();
    assertThat(at(OLD).isLacking(WITH)).isFalse();
  }

  @Test
  void bucketOfAnotherTimeOrShardLacksNothing() {
    assertThat(at(OLD).isLacking(made(new BucketKey(1, 1, 3 * MEMORY, 1), 3 * MEMORY))).isFalse();
    assertThat(at(OLD).isLacking(made(new BucketKey(0, 1, 0, 1), 3 * MEMORY))).isFalse();
  }

  @Test
  void deleteIsDoneWhenAllBucketsAreBuiltWithItAndAWeekHasPassed() {
    inventory.tier(WITH);
    assertThat(isDone()).isTrue();
    assertThat(at(OLD.minusMillis(1)).isDone(DELETE, feeders)).isFalse();
    inventory.tier(made(new BucketKey(1, 2, 0, 1), 12 * MEMORY));
    assertThat(isDone()).as("a bucket lacks the delete").isFalse();
  }

  @Test
  void deleteIsNotDoneWhileFinalizedWindowsOfItsRangeExist() {
    inventory.finalized(memory(0, 0).generation(1), 1).finalized(memory(1, 1).generation(1), 1);
    assertThat(isDone()).as("windows of another shard and of another time").isTrue();
    inventory.finalized(memory(1, 0).generation(1), 1);
    assertThat(isDone()).isFalse();
  }

  @Test
  void deleteIsNotDoneWhileShuffledWindowsOfItsRangeExist() {
    inventory.shuffled(shuffled(memory(1, 0).generation(1), TWO));
    assertThat(isDone()).isFalse();
  }

  @Test
  void deleteIsNotDoneBeforeALaterWindowExists() {
    var early = new Inventory.Builder().delete(DELETE);
    assertThat(new Deletes(early.build(), OLD).isDone(DELETE, feeders)).isFalse();
    early.frontier(1, MEMORY - 1);
    assertThat(new Deletes(early.build(), OLD).isDone(DELETE, feeders)).isFalse();
    early.frontier(1, MEMORY);
    assertThat(new Deletes(early.build(), OLD).isDone(DELETE, feeders)).isTrue();
  }
}
