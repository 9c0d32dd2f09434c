package goku.compactor.plan;

import static goku.compactor.plan.PlanFixture.CONSUMED;
import static goku.compactor.plan.PlanFixture.DEAD;
import static goku.compactor.plan.PlanFixture.FIRST;
import static goku.compactor.plan.PlanFixture.FIRST_LENGTH;
import static goku.compactor.plan.PlanFixture.LAST;
import static goku.compactor.plan.PlanFixture.SECOND;
import static goku.compactor.plan.PlanFixture.SECOND_LENGTH;
import static goku.compactor.plan.PlanFixture.first;
import static goku.compactor.plan.PlanFixture.hours;
import static goku.compactor.plan.PlanFixture.part;
import static goku.compactor.plan.Stored.MEMORY;
import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.model.TimeRange;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.BucketKey;
import goku.tier.Coverage;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A test of the build rules, one at a time.
class PlanTest {
  private static final Instant NOW = hours(10);

  private final PlanFixture s3 = new PlanFixture();

  private static BucketKey window(int number, int generation) {
    return memory(0, number).generation(generation);
  }

  private Job.Compact compaction(BucketKey bucket) {
    return s3.plan(NOW).jobs().stream()
        .filter(job -> job.bucket().equals(bucket))
        .map(Job.Compact.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void namespaceInMemoryOnlyHasNothingToDo() {
    var memoryOnly = NamespaceBuilder.namespace("metrics").s3Bucket("metrics").build();
    s3.finalized(0, 1);
    assertThat(Plan.of(s3.stored.build(), memoryOnly, NOW))
        .isEqualTo(new Plan(List.of(), List.of()));
  }

  @Test
  void newestGenerationOfAFinalizedWindowIsShuffled() {
    s3.finalized(0, 1).finalized(0, 2);
    assertThat(s3.plan(NOW).jobs()).containsExactly(new Job.Shuffle(window(0, 2), 200, false));
  }

  @Test
  void windowThatIsShuffledIsNotShuffledAgainBeforeItsNextGeneration() {
    s3.finalized(0, 1).shuffled(0, 1);
    assertThat(s3.plan(NOW).jobs()).isEmpty();
    s3.finalized(0, 2);
    assertThat(s3.jobs(NOW)).containsExactly(window(0, 2));
  }

  @Test
  void windowThatWasShuffledForAnotherShardingIsShuffledAgain() {
    s3.finalized(0, 1);
    s3.stored.shuffled(Stored.shuffled(window(0, 1), new Sharding(1, 2), 0));
    assertThat(s3.plan(NOW).jobs()).containsExactly(new Job.Shuffle(window(0, 1), 100, true));
  }

  @Test
  void windowThatNoTierWouldKeepIsNotShuffled() {
    s3.finalized(0, 1);
    assertThat(s3.jobs(DEAD.minusMillis(1))).containsExactly(window(0, 1));
    assertThat(s3.jobs(DEAD)).isEmpty();
  }

  @Test
  void windowOfAFormerShardIsNotShuffled() {
    s3.stored.finalized(memory(1, 0).generation(1), 1);
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void bucketIsBuiltWhenAllItsWindowsAreShuffled() {
    s3.finalized(0, 1).shuffled(0, 1).finalized(1, 1).shuffled(1, 1);
    assertThat(s3.jobs(NOW)).isEmpty();
    s3.finalized(2, 1);
    assertThat(s3.jobs(NOW)).containsExactly(window(2, 1));
    s3.shuffled(2, 1);
    Job.Compact job = compaction(FIRST);
    assertThat(job.inputs())
        .extracting(input -> ((Job.Part) input).key())
        .containsExactly(part(0, 1), part(1, 1), part(2, 1));
    assertThat(job.inputKeys()).containsExactlyInAnyOrder(part(0, 1), part(1, 1), part(2, 1));
    assertThat(job.tier().number()).isOne();
  }

  @Test
  void windowThatNeverExistedDoesNotHoldUpItsBucket() {
    s3.finalized(0, 1).shuffled(0, 1);
    s3.stored.frontier(0, 2 * MEMORY);
    assertThat(s3.jobs(NOW)).isEmpty();
    s3.stored.frontier(0, 2 * MEMORY + 1);
    assertThat(s3.jobs(NOW)).containsExactly(FIRST);
    assertThat(compaction(FIRST).inputKeys()).containsExactly(part(0, 1));
  }

  @Test
  void bucketIsBuiltOnce() {
    s3.firstThree().stored.tier(first());
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void bucketIsBuiltAgainFromANewGenerationOfAWindow() {
    s3.firstThree().stored.tier(first());
    s3.finalized(1, 2);
    assertThat(s3.jobs(NOW)).containsExactly(window(1, 2));
    s3.shuffled(1, 2);
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(job.inputKeys()).containsExactlyInAnyOrder(part(0, 1), part(1, 2), part(2, 1));
    assertThat(job.inputs()).hasSize(3).allMatch(Job.Part.class::isInstance);
  }

  @Test
  void generationThatAnotherCompactorBeganIsNotBuiltAgain() {
    s3.firstThree().stored.taken(WindowKey.of(FIRST).generation(4));
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(FIRST).generation(5));
  }

  @Test
  void missingSourcesComeFromThePreviousGeneration() {
    Manifest previous = first();
    s3.stored.tier(previous);
    s3.stored.frontier(0, 10 * MEMORY);
    s3.finalized(1, 2).shuffled(1, 2);
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(job.inputs())
        .containsExactly(
            new Job.Slice(previous, 0, MEMORY, Set.of()),
            new Job.Part(part(1, 2), new StoredFile("00000.goku", 10, "")),
            new Job.Slice(previous, 2 * MEMORY, 3 * MEMORY, Set.of()));
    assertThat(job.inputKeys())
        .containsExactlyInAnyOrder(part(0, 1), part(1, 2), part(2, 1), TierKeys.tierMarker(FIRST));
  }

  @Test
  void bucketIsBuiltAgainWithoutDeletedDataAfterAnHour() {
    Tombstone delete = Stored.delete(0, new TimeRange(0, MEMORY - 1), NOW.minus(Deletes.DELAY));
    s3.stored.tier(first()).delete(delete);
    s3.stored.frontier(0, 3 * MEMORY);
    assertThat(s3.jobs(NOW.minusMillis(1))).isEmpty();
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(job.deletes()).containsExactly(delete);
    assertThat(job.inputKeys()).contains(delete.key(), TierKeys.tierMarker(FIRST), part(0, 1));
    assertThat(job.inputs()).containsExactly(new Job.Slice(first(), 0, FIRST_LENGTH, Set.of()));
    assertThat(s3.jobs(DEAD)).isEmpty();
  }

  @Test
  void nextTierIsBuiltWhenAllItsBucketsAreUpToDate() {
    for (int i = 0; i < 4; i++) {
      s3.stored.tier(made(new BucketKey(0, 1, i * FIRST_LENGTH, 1), FIRST_LENGTH));
      assertThat(s3.jobs(NOW)).hasSize(i == 3 ? 1 : 0);
    }
    Job.Compact job = compaction(SECOND);
    assertThat(job.inputs()).hasSize(4).allMatch(Job.Lower.class::isInstance);
    assertThat(job.inputKeys())
        .containsExactly(
            TierKeys.tierMarker(FIRST),
            TierKeys.tierMarker(new BucketKey(0, 1, FIRST_LENGTH, 1)),
            TierKeys.tierMarker(new BucketKey(0, 1, 2 * FIRST_LENGTH, 1)),
            TierKeys.tierMarker(new BucketKey(0, 1, 3 * FIRST_LENGTH, 1)));
    s3.finalized(0, 2).shuffled(0, 2);
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(FIRST).generation(2));
  }

  @Test
  void bucketThatNeverExistedDoesNotHoldUpTheNextTier() {
    s3.stored.tier(made(FIRST, FIRST_LENGTH)).frontier(0, 11 * MEMORY);
    assertThat(s3.jobs(NOW)).isEmpty();
    s3.stored.frontier(0, 11 * MEMORY + 1);
    assertThat(s3.jobs(NOW)).containsExactly(SECOND);
  }

  @Test
  void noBucketIsBuiltAboveTheLastTier() {
    s3.stored.tier(made(LAST, PlanFixture.LAST_LENGTH)).frontier(0, 1000 * MEMORY);
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void lateWindowGoesIntoTheLowestRemainingBucket() {
    Manifest second = made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST));
    s3.stored.tier(second).frontier(0, 100 * MEMORY);
    s3.finalized(0, 2).shuffled(0, 2);
    Job.Compact job = compaction(WindowKey.of(SECOND).generation(2));
    assertThat(s3.jobs(NOW)).hasSize(1);
    assertThat(job.inputs())
        .containsExactly(
            new Job.Part(part(0, 2), new StoredFile("00000.goku", 10, "")),
            new Job.Slice(second, MEMORY, SECOND_LENGTH, Set.of()));
    assertThat(job.inputKeys())
        .contains(part(0, 2), TierKeys.tierMarker(SECOND), TierKeys.tierMarker(FIRST));
  }

  @Test
  void shardsOfAFormerShardingAreLeftAlone() {
    s3.stored.tier(made(new BucketKey(1, 1, 0, 1), FIRST_LENGTH));
    s3.stored.tier(made(new BucketKey(0, 4, 0, 1), 4 * PlanFixture.LAST_LENGTH));
    s3.stored.frontier(0, 1000 * MEMORY).frontier(1, 1000 * MEMORY);
    assertThat(s3.jobs(CONSUMED)).isEmpty();
  }

  @Test
  void fileOfAConsumedGenerationIsNotCompactedAgain() {
    Manifest second =
        Stored.consuming(
            made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST)), Stored.windows(12, 2));
    s3.stored.tier(second).frontier(0, 20 * MEMORY);
    s3.finalized(0, 2);
    assertThat(s3.jobs(NOW)).as("it came again").isEmpty();
    s3.shuffled(0, 2);
    assertThat(s3.jobs(NOW)).as("its shuffled files were left").isEmpty();
    s3.finalized(0, 3).shuffled(0, 3);
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(SECOND).generation(2));
  }

  @Test
  void lowerGenerationDoesNotReplaceTheHigherOneInABucket() {
    Manifest previous = made(FIRST, FIRST_LENGTH, part(0, 2), part(1, 1), part(2, 1));
    s3.stored.tier(previous).frontier(0, 10 * MEMORY);
    s3.finalized(0, 1).shuffled(0, 1).finalized(1, 2).shuffled(1, 2);
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(job.inputs())
        .containsExactly(
            new Job.Slice(previous, 0, MEMORY, Set.of()),
            new Job.Part(part(1, 2), new StoredFile("00000.goku", 10, "")),
            new Job.Slice(previous, 2 * MEMORY, 3 * MEMORY, Set.of()));
  }

  @Test
  void bucketAboveAnUnreadableMarkerIsNotBuilt() {
    for (int i = 1; i < 4; i++) {
      s3.stored.tier(made(new BucketKey(0, 1, i * FIRST_LENGTH, 1), FIRST_LENGTH));
    }
    s3.stored.unreadable(Stored.unreadable(FIRST)).frontier(0, 100 * MEMORY);
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void bucketOfALaterVersionIsNotBuiltAgain() {
    s3.firstThree().stored.unreadable(new UnreadableMarker(FIRST, "version 9", true));
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void bucketOfAnUnreadableMarkerIsNotBuiltWithoutOneOfItsInputs() {
    s3.finalized(0, 1).shuffled(0, 1).finalized(1, 1).shuffled(1, 1);
    s3.stored.unreadable(Stored.unreadable(FIRST)).frontier(0, 100 * MEMORY);
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void lateWindowOfAFormerTierIsNotBuiltIntoABucketOfItsOwn() {
    s3.stored.tier(made(new BucketKey(0, 4, 0, 1), 4 * PlanFixture.LAST_LENGTH));
    s3.stored.frontier(0, 1000 * MEMORY);
    s3.finalized(0, 2).shuffled(0, 2);
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  private void shuffled(int number, int generation, Coverage coverage) {
    s3.stored.shuffled(
        Stored.covering(
            Stored.shuffled(window(number, generation), PlanFixture.DISK, 0), coverage));
  }

  @Test
  void incompleteFileAddsToAnotherAndACompleteOneReplacesBoth() {
    Manifest previous = first();
    s3.stored.tier(previous).frontier(0, 10 * MEMORY);
    s3.finalized(1, 4);
    shuffled(1, 4, Coverage.INCOMPLETE);
    Job.Compact addition = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(addition.inputs())
        .contains(
            new Job.Slice(previous, MEMORY, 2 * MEMORY, Set.of()),
            new Job.Part(part(1, 4), new StoredFile("00000.goku", 10, "")));
    assertThat(addition.incomplete()).containsExactly(new IncompleteWindow(0, MEMORY));
    assertThat(addition.replacing()).isEmpty();
    assertThat(addition.consumed().getFirst().generations()).containsExactly(1, 4, 1);
    s3.firstThree().finalized(1, 5);
    shuffled(1, 5, Coverage.COMPLETE);
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(job.inputKeys()).containsExactlyInAnyOrder(part(0, 1), part(1, 5), part(2, 1));
    assertThat(job.replacing()).contains(window(1, 5));
  }

  @Test
  void incompleteFileIsUsedBesideAnotherOrAlone() {
    s3.firstThree().finalized(1, 4);
    shuffled(1, 4, Coverage.INCOMPLETE);
    assertThat(compaction(FIRST).inputs())
        .extracting(input -> ((Job.Part) input).key())
        .containsExactly(part(0, 1), part(1, 1), part(1, 4), part(2, 1));
    var other = new PlanFixture();
    other.finalized(0, 1).shuffled(0, 1).finalized(1, 4).finalized(2, 1).shuffled(2, 1);
    other.stored.shuffled(
        Stored.covering(Stored.shuffled(window(1, 4), PlanFixture.DISK, 0), Coverage.INCOMPLETE));
    assertThat(other.jobs(NOW)).containsExactly(FIRST);
  }

  @Test
  void incompleteFilesOfReplicasThatLostDifferentDatapointsAreMerged() {
    s3.finalized(0, 1).shuffled(0, 1).finalized(2, 1).shuffled(2, 1);
    s3.finalized(1, 2).finalized(1, 4);
    shuffled(1, 2, Coverage.INCOMPLETE);
    shuffled(1, 4, Coverage.INCOMPLETE);
    assertThat(compaction(FIRST).inputs())
        .extracting(input -> ((Job.Part) input).key())
        .containsExactly(part(0, 1), part(1, 2), part(1, 4), part(2, 1));
  }

  @Test
  void completeFileBelowAnIncompleteOneIsShuffledToo() {
    s3.finalized(1, 3).finalized(1, 4);
    assertThat(s3.jobs(NOW)).containsExactly(window(1, 4));
    shuffled(1, 4, Coverage.INCOMPLETE);
    assertThat(s3.jobs(NOW)).containsExactly(window(1, 3));
    shuffled(1, 3, Coverage.COMPLETE);
    assertThat(s3.jobs(NOW)).isEmpty();
  }

  @Test
  void additionIsMergedWithTheDatapointsOfItsWindow() {
    Manifest previous = first();
    s3.stored.tier(previous).frontier(0, 10 * MEMORY);
    s3.finalized(1, 2);
    shuffled(1, 2, Coverage.ADDITION);
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(2));
    assertThat(job.inputs())
        .containsExactly(
            new Job.Slice(previous, 0, MEMORY, Set.of()),
            new Job.Slice(previous, MEMORY, 2 * MEMORY, Set.of()),
            new Job.Part(part(1, 2), new StoredFile("00000.goku", 10, "")),
            new Job.Slice(previous, 2 * MEMORY, 3 * MEMORY, Set.of()));
    assertThat(job.replacing()).isEmpty();
    assertThat(job.consumed().getFirst().generations()).containsExactly(1, 2, 1);
  }

  @Test
  void additionIsMergedWithTheFileBelowIt() {
    s3.firstThree().finalized(1, 2);
    shuffled(1, 2, Coverage.ADDITION);
    assertThat(compaction(FIRST).inputs())
        .extracting(input -> ((Job.Part) input).key())
        .containsExactly(part(0, 1), part(1, 1), part(1, 2), part(2, 1));
  }

  @Test
  void windowThatIsNotShuffledHoldsUpItsBucketEvenAfterLaterWindows() {
    s3.firstThree().finalized(1, 2);
    s3.stored.frontier(0, 10 * MEMORY);
    assertThat(s3.jobs(NOW)).containsExactly(window(1, 2));
    var other = new PlanFixture().finalized(0, 1).shuffled(0, 1).finalized(1, 1);
    other.stored.frontier(0, 10 * MEMORY);
    assertThat(other.jobs(NOW)).containsExactly(window(1, 1));
  }

  @Test
  void shuffledWindowsAreEnoughAfterTheirFinalizedFilesAreGone() {
    s3.shuffled(0, 1).shuffled(1, 1).shuffled(2, 1);
    assertThat(s3.jobs(NOW)).containsExactly(FIRST);
  }

  @Test
  void windowThatWasShuffledForAnotherShardingDoesNotHoldUpTheNextTier() {
    s3.stored.shuffled(Stored.shuffled(window(0, 1), new Sharding(1, 2), 0));
    s3.stored.tier(made(new BucketKey(0, 1, FIRST_LENGTH, 1), FIRST_LENGTH));
    s3.stored.frontier(0, 12 * MEMORY);
    assertThat(s3.jobs(NOW)).containsExactly(SECOND);
  }

  @Test
  void bucketThatIsDueHoldsUpTheTierAboveIt() {
    s3.stored.tier(made(FIRST, FIRST_LENGTH));
    s3.stored.tier(made(new BucketKey(0, 2, SECOND_LENGTH, 1), SECOND_LENGTH));
    s3.stored.frontier(0, 1000 * MEMORY);
    assertThat(s3.jobs(NOW)).containsExactly(SECOND);
  }

  @Test
  void lateWindowThatIsNotShuffledHoldsUpTheLowestRemainingBucket() {
    s3.stored.tier(made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST)));
    s3.finalized(0, 2).finalized(4, 2).shuffled(4, 2);
    assertThat(s3.jobs(NOW)).containsExactly(window(0, 2));
    s3.shuffled(0, 2);
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(SECOND).generation(2));
  }

  @Test
  void lateWindowIsNotHeldUpByWindowsThatTheRemainingBucketHas() {
    s3.stored.tier(made(SECOND, SECOND_LENGTH, TierKeys.tierMarker(FIRST)));
    s3.finalized(0, 2).shuffled(0, 2);
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(SECOND).generation(2));
  }

  private void firstTierOfADay() {
    for (int i = 0; i < 4; i++) {
      s3.stored.tier(made(new BucketKey(0, 1, i * FIRST_LENGTH, 1), FIRST_LENGTH));
    }
  }

  @Test
  void nextTierWaitsForABucketWhoseWindowHasANewGeneration() {
    firstTierOfADay();
    s3.finalized(0, 2);
    assertThat(s3.jobs(NOW)).containsExactly(window(0, 2));
  }

  @Test
  void nextTierWaitsForABucketThatStillHasDeletedData() {
    firstTierOfADay();
    s3.stored.delete(Stored.delete(0, new TimeRange(0, MEMORY - 1), NOW.minus(Deletes.DELAY)));
    assertThat(s3.jobs(NOW)).containsExactly(WindowKey.of(FIRST).generation(2));
  }

  @Test
  void bucketWithoutKnownInputsIsRewrittenFromItself() {
    Manifest previous = made(FIRST, FIRST_LENGTH);
    s3.stored
        .tier(previous)
        .delete(Stored.delete(0, new TimeRange(0, MEMORY - 1), NOW.minus(Deletes.DELAY)));
    assertThat(compaction(WindowKey.of(FIRST).generation(2)).inputs())
        .containsExactly(new Job.Slice(previous, 0, FIRST_LENGTH, Set.of()));
  }

  @Test
  void formerGenerationAmongTheInputsIsNotNeededAgain() {
    BucketKey second = WindowKey.of(FIRST).generation(2);
    s3.firstThree()
        .stored
        .tier(
            made(
                second,
                FIRST_LENGTH,
                part(0, 1),
                part(1, 1),
                part(2, 1),
                TierKeys.tierMarker(FIRST)));
    s3.finalized(1, 2).shuffled(1, 2);
    Job.Compact job = compaction(WindowKey.of(FIRST).generation(3));
    assertThat(job.inputs()).hasSize(3).allMatch(Job.Part.class::isInstance);
    assertThat(job.inputKeys()).containsExactlyInAnyOrder(part(0, 1), part(1, 2), part(2, 1));
  }
}
