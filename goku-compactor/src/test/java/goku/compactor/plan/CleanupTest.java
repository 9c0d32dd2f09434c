package goku.compactor.plan;

import static goku.compactor.plan.PlanFixture.CONSUMED;
import static goku.compactor.plan.PlanFixture.DEAD;
import static goku.compactor.plan.PlanFixture.FIRST;
import static goku.compactor.plan.PlanFixture.FIRST_LENGTH;
import static goku.compactor.plan.PlanFixture.LAST;
import static goku.compactor.plan.PlanFixture.LAST_LENGTH;
import static goku.compactor.plan.PlanFixture.SECOND;
import static goku.compactor.plan.PlanFixture.SECOND_LENGTH;
import static goku.compactor.plan.PlanFixture.first;
import static goku.compactor.plan.PlanFixture.hours;
import static goku.compactor.plan.PlanFixture.part;
import static goku.compactor.plan.Stored.MEMORY;
import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A test of the removal rules, one at a time.
class CleanupTest {
  private static final Instant NOW = hours(10);
  private static final Instant AN_HOUR_AGO = NOW.minus(Cleanup.LEFTOVER_AGE);
  private static final BucketKey WINDOW = memory(0, 0).generation(1);
  private static final String FINALIZED = TierKeys.finalized(WINDOW);
  private static final String SHUFFLED = TierKeys.shuffledDirectory(WINDOW);
  private static final String MADE = TierKeys.tierDirectory(FIRST);

  private final PlanFixture s3 = new PlanFixture();

  private void shuffledFiles(BucketKey bucket, Instant unchangedSince, String... names) {
    s3.stored.shuffledDirectory(Stored.shuffledDirectory(bucket, unchangedSince, names));
  }

  private void tierFiles(BucketKey bucket, Instant unchangedSince, String... names) {
    s3.stored.tierDirectory(Stored.tierDirectory(bucket, unchangedSince, names));
  }

  @Test
  void windowGoesWhenItsTimeInMemoryHasPassedAndItsBucketIsComplete() {
    s3.firstThree().stored.tier(first());
    shuffledFiles(WINDOW, NOW, "00000.goku", TierKeys.MARKER);
    assertThat(s3.removals(CONSUMED.minusMillis(1))).isEmpty();
    assertThat(s3.removals(CONSUMED))
        .containsExactly(
            "EXPIRED " + FINALIZED,
            "EXPIRED " + SHUFFLED + TierKeys.MARKER,
            "EXPIRED " + SHUFFLED + "00000.goku");
  }

  @Test
  void allGenerationsOfAWindowGoTogether() {
    s3.firstThree().finalized(0, 2).shuffled(0, 2);
    s3.stored.tier(made(FIRST, FIRST_LENGTH, part(0, 1), part(1, 1), part(2, 1)));
    assertThat(s3.removals(CONSUMED)).as("the bucket lacks the newest").isEmpty();
    s3.stored.tier(
        made(WindowKey.of(FIRST).generation(2), FIRST_LENGTH, part(0, 2), part(1, 1), part(2, 1)));
    assertThat(s3.removals(CONSUMED))
        .containsExactly(
            "EXPIRED " + FINALIZED, "EXPIRED " + TierKeys.finalized(memory(0, 0).generation(2)));
  }

  @Test
  void windowStaysUntilABucketHasIt() {
    s3.firstThree();
    shuffledFiles(WINDOW, NOW, "00000.goku", TierKeys.MARKER);
    assertThat(s3.removals(CONSUMED)).isEmpty();
  }

  @Test
  void windowOfAFormerShardGoesWhenNothingOfItsTimeIsKept() {
    BucketKey former = memory(1, 0).generation(1);
    s3.firstThree().stored.tier(first()).finalized(former, 1);
    assertThat(s3.removals(DEAD.minusMillis(1)))
        .doesNotContain("EXPIRED " + TierKeys.finalized(former));
    assertThat(s3.removals(DEAD)).contains("EXPIRED " + TierKeys.finalized(former));
  }

  @Test
  void olderShuffledGenerationGoesWhenTheNewerIsComplete() {
    BucketKey newer = memory(0, 0).generation(2);
    s3.finalized(0, 2);
    shuffledFiles(WINDOW, NOW, "00000.goku", TierKeys.MARKER);
    s3.shuffled(0, 1);
    assertThat(s3.removals(NOW)).isEmpty();
    shuffledFiles(newer, NOW, "00000.goku", TierKeys.MARKER);
    s3.shuffled(0, 2);
    assertThat(s3.removals(NOW))
        .containsExactly(
            "REPLACED " + SHUFFLED + TierKeys.MARKER, "REPLACED " + SHUFFLED + "00000.goku");
  }

  @Test
  void filesThatTheMarkerDoesNotNameGo() {
    s3.finalized(0, 1).shuffled(0, 1);
    shuffledFiles(WINDOW, NOW, "00000.goku", "00001.goku", TierKeys.MARKER);
    s3.stored.tier(first()).frontier(0, 10 * MEMORY);
    tierFiles(FIRST, NOW, TierKeys.MARKER, "data", "extra", "names");
    assertThat(s3.removals(NOW))
        .containsExactly("LEFTOVER " + SHUFFLED + "00001.goku", "LEFTOVER " + MADE + "extra");
  }

  @Test
  void incompleteShuffledFilesGoAfterAnHour() {
    s3.finalized(0, 2);
    shuffledFiles(WINDOW, AN_HOUR_AGO.plusMillis(1), "00000.goku");
    assertThat(s3.removals(NOW)).isEmpty();
    shuffledFiles(WINDOW, AN_HOUR_AGO, "00000.goku");
    assertThat(s3.removals(NOW)).containsExactly("LEFTOVER " + SHUFFLED + "00000.goku");
  }

  @Test
  void newerShuffledGenerationThatIsIncompleteStays() {
    s3.finalized(0, 1).shuffled(0, 1).finalized(0, 2);
    shuffledFiles(memory(0, 0).generation(2), NOW, "00001.goku");
    assertThat(s3.removals(NOW)).isEmpty();
  }

  @Test
  void shuffledFilesOfADueJobStay() {
    s3.finalized(0, 1);
    shuffledFiles(WINDOW, AN_HOUR_AGO, "00000.goku");
    assertThat(s3.jobs(NOW)).containsExactly(WINDOW);
    assertThat(s3.removals(NOW)).isEmpty();
  }

  @Test
  void shuffledFilesOfARemovedWindowGoOnceABucketHasIt() {
    shuffledFiles(WINDOW, NOW, "00000.goku");
    assertThat(s3.removals(CONSUMED)).as("nothing else has them").isEmpty();
    s3.stored.tier(first()).frontier(0, 10 * MEMORY);
    assertThat(s3.removals(CONSUMED.minusMillis(1))).isEmpty();
    assertThat(s3.removals(CONSUMED)).containsExactly("EXPIRED " + SHUFFLED + "00000.goku");
  }

  @Test
  void generationThatABucketHasConsumedGoesAndALaterOneStays() {
    s3.stored.tier(first()).frontier(0, 10 * MEMORY);
    s3.finalized(0, 1);
    assertThat(s3.jobs(CONSUMED)).as("work for a file that came again").isEmpty();
    assertThat(s3.removals(CONSUMED.minusMillis(1))).isEmpty();
    assertThat(s3.removals(CONSUMED)).containsExactly("EXPIRED " + FINALIZED);
    s3.finalized(0, 2);
    assertThat(s3.removals(CONSUMED)).as("while a later one waits").isEmpty();
    assertThat(s3.jobs(CONSUMED)).containsExactly(memory(0, 0).generation(2));
  }

  @Test
  void generationThatAHigherTierIsNotKnownToHaveConsumedStays() {
    s3.stored.tier(made(SECOND, SECOND_LENGTH)).frontier(0, 100 * MEMORY);
    s3.finalized(0, 1).shuffled(0, 1);
    assertThat(s3.removals(CONSUMED)).isEmpty();
    s3.stored.tier(
        Stored.consuming(
            made(WindowKey.of(SECOND).generation(2), SECOND_LENGTH), Stored.windows(12, 1)));
    assertThat(s3.removals(CONSUMED)).containsExactly("EXPIRED " + FINALIZED);
  }

  @Test
  void bucketOfAnUnreadableMarkerAndItsInputsStay() {
    s3.firstThree();
    shuffledFiles(WINDOW, AN_HOUR_AGO, "00000.goku", TierKeys.MARKER);
    s3.stored.unreadable(Stored.unreadable(FIRST)).frontier(0, 100 * MEMORY);
    tierFiles(FIRST, AN_HOUR_AGO, TierKeys.MARKER, "data");
    assertThat(s3.removals(DEAD.minusMillis(1))).isEmpty();
    s3.stored.tier(made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST)));
    assertThat(s3.removals(hours(6 + 30))).as("with a bucket above").isEmpty();
    assertThat(s3.removals(DEAD)).contains("EXPIRED " + MADE + "data");
  }

  @Test
  void unreadableMarkerGoesWhenItsBucketWasBuiltAgain() {
    s3.firstThree().stored.unreadable(Stored.unreadable(FIRST));
    tierFiles(FIRST, NOW, TierKeys.MARKER, "data");
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(FIRST).generation(2));
    assertThat(s3.removals(NOW)).isEmpty();
    s3.stored.tier(
        made(WindowKey.of(FIRST).generation(2), FIRST_LENGTH, part(0, 1), part(1, 1), part(2, 1)));
    assertThat(s3.jobs(NOW)).isEmpty();
    assertThat(s3.removals(NOW))
        .containsExactly("REPLACED " + MADE + TierKeys.MARKER, "REPLACED " + MADE + "data");
  }

  @Test
  void shuffledBucketOfAnUnreadableMarkerStaysWithoutItsFinalizedFile() {
    s3.stored.unreadable(Stored.unreadable(WINDOW)).frontier(0, 10 * MEMORY);
    shuffledFiles(WINDOW, AN_HOUR_AGO, "00000.goku", TierKeys.MARKER);
    assertThat(s3.removals(CONSUMED)).isEmpty();
    assertThat(s3.jobs(CONSUMED)).as("a bucket without the window").isEmpty();
  }

  @Test
  void bucketWithRawDatapointsWaitsForOneWithRawDatapoints() {
    Manifest second = Stored.rolledUp(made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST)));
    s3.stored.tier(first()).tier(second).frontier(0, 20 * MEMORY);
    tierFiles(FIRST, NOW, TierKeys.MARKER, "data", "names");
    assertThat(s3.jobs(hours(6 + 30))).containsExactly(WindowKey.of(SECOND).generation(2));
    assertThat(s3.removals(hours(6 + 30))).isEmpty();
    s3.stored.tier(
        made(WindowKey.of(SECOND).generation(2), SECOND_LENGTH, TierKeys.tierMarker(FIRST)));
    assertThat(s3.jobs(hours(6 + 30))).isEmpty();
    assertThat(s3.removals(hours(6 + 30))).contains("EXPIRED " + MADE + "data");
  }

  @Test
  void bucketWithRawDatapointsStaysForTheirTimeIfTheNextTierCannotHaveThem() {
    Manifest second =
        Stored.rolledUp(
            made(
                SECOND,
                SECOND_LENGTH,
                TierKeys.tierMarker(FIRST),
                TierKeys.tierMarker(new BucketKey(0, 1, FIRST_LENGTH, 1))));
    s3.stored.tier(first()).tier(second).frontier(0, 20 * MEMORY);
    tierFiles(FIRST, NOW, TierKeys.MARKER, "data", "names");
    Instant rawIsOver = hours(6 + 24 * 24);
    assertThat(s3.jobs(rawIsOver.minusMillis(1))).isEmpty();
    assertThat(s3.removals(rawIsOver.minusMillis(1))).isEmpty();
    assertThat(s3.removals(rawIsOver)).contains("EXPIRED " + MADE + "data");
  }

  @Test
  void olderGenerationOfATierGoesWhenTheNewerIsComplete() {
    BucketKey newer = WindowKey.of(FIRST).generation(2);
    s3.stored.tier(first()).frontier(0, 10 * MEMORY);
    tierFiles(FIRST, NOW, TierKeys.MARKER, "data");
    assertThat(s3.removals(NOW)).isEmpty();
    s3.stored.tier(made(newer, FIRST_LENGTH));
    assertThat(s3.removals(NOW))
        .containsExactly("REPLACED " + MADE + TierKeys.MARKER, "REPLACED " + MADE + "data");
  }

  @Test
  void bucketGoesWhenItsTimeHasPassedAndTheNextTierHasIt() {
    s3.stored.tier(first()).frontier(0, 100 * MEMORY);
    tierFiles(FIRST, NOW, "data");
    Instant passed = hours(6 + 30);
    assertThat(s3.removals(passed)).isEmpty();
    s3.stored.tier(made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST)));
    assertThat(s3.removals(passed.minusMillis(1))).isEmpty();
    assertThat(s3.removals(passed)).containsExactly("EXPIRED " + MADE + "data");
    s3.shuffled(0, 1);
    assertThat(s3.removals(passed)).as("a source still exists").isEmpty();
  }

  @Test
  void bucketThatTheNextTierLacksStays() {
    s3.stored.tier(first()).frontier(0, 100 * MEMORY).tier(made(SECOND, SECOND_LENGTH));
    tierFiles(FIRST, NOW, "data");
    assertThat(s3.removals(hours(6 + 30))).isEmpty();
  }

  @Test
  void bucketOfTheLastTierGoesWhenItsTimeHasPassed() {
    s3.stored.tier(made(LAST, LAST_LENGTH)).frontier(0, 1000 * MEMORY);
    tierFiles(LAST, NOW, "data");
    assertThat(s3.removals(DEAD.minusMillis(1))).isEmpty();
    assertThat(s3.removals(DEAD))
        .containsExactly("EXPIRED " + TierKeys.tierDirectory(LAST) + "data");
  }

  @Test
  void bucketsOfAFormerConfigurationStayWhileTheirTimeIsKept() {
    var former = new BucketKey(0, 4, 0, 1);
    s3.stored.tier(made(former, 4 * LAST_LENGTH));
    tierFiles(former, NOW, "data");
    Instant over = hours(16 * 24 + 24 * 24);
    assertThat(s3.removals(over.minusMillis(1))).isEmpty();
    assertThat(s3.removals(over))
        .containsExactly("EXPIRED " + TierKeys.tierDirectory(former) + "data");
  }

  @Test
  void incompleteTierFilesGoAfterAnHour() {
    tierFiles(FIRST, AN_HOUR_AGO.plusMillis(1), "data");
    assertThat(s3.removals(NOW)).isEmpty();
    tierFiles(FIRST, AN_HOUR_AGO, "data");
    assertThat(s3.removals(NOW)).as("nothing else has the time").isEmpty();
    s3.finalized(0, 1);
    assertThat(s3.removals(NOW)).containsExactly("LEFTOVER " + MADE + "data");
    s3.firstThree();
    assertThat(s3.jobs(NOW)).containsExactly(FIRST);
    assertThat(s3.removals(NOW)).isEmpty();
  }

  @Test
  void tierFilesOfABucketThatWillNotBeBuiltGoAtOnce() {
    s3.stored.tier(made(SECOND, SECOND_LENGTH)).frontier(0, 100 * MEMORY);
    tierFiles(FIRST, NOW, "data");
    assertThat(s3.removals(NOW)).containsExactly("LEFTOVER " + MADE + "data");
    s3.stored.tier(first());
    tierFiles(WindowKey.of(FIRST).generation(2), NOW, "data");
    assertThat(s3.removals(NOW)).as("another compactor may be building the bucket").isEmpty();
  }

  @Test
  void tierFilesOfATimeThatIsNotKeptGoAtOnce() {
    tierFiles(LAST, DEAD, "data");
    assertThat(s3.removals(DEAD.minusMillis(1))).isEmpty();
    assertThat(s3.removals(DEAD))
        .containsExactly("LEFTOVER " + TierKeys.tierDirectory(LAST) + "data");
  }

  @Test
  void deleteGoesWhenItIsDoneOrNothingOfItsRangeIsKept() {
    Tombstone delete = Stored.delete(0, new TimeRange(5, MEMORY - 1), NOW);
    s3.stored.delete(delete);
    assertThat(s3.removals(DEAD.minusMillis(1))).isEmpty();
    assertThat(s3.plan(DEAD).removals())
        .containsExactly(
            new Removal(new BucketKey(0, 1, 0, 0), Removal.Reason.EXPIRED, List.of(delete.key())));
    s3.stored.frontier(0, MEMORY);
    assertThat(s3.removals(NOW.plus(Deletes.KEPT).minusMillis(1))).isEmpty();
    assertThat(s3.removals(NOW.plus(Deletes.KEPT))).containsExactly("DONE " + delete.key());
  }
}
