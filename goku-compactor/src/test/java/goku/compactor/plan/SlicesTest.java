package goku.compactor.plan;

import static goku.compactor.plan.Stored.MEMORY;
import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static goku.compactor.plan.Stored.shuffled;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlicesTest {
  private static final Manifest PREVIOUS = made(new BucketKey(0, 1, 0, 1), 3 * MEMORY);

  private static CompactionInput source(int shard, int number, int... withSeries) {
    return CompactionInput.of(
        shuffled(memory(shard, number).generation(2), new Sharding(1, 1), withSeries),
        0,
        false,
        true);
  }

  private static Job.Input part(int shard, int number) {
    return new Job.Part(
        TierKeys.shuffled(memory(shard, number).generation(2), 0),
        new StoredFile("00000.goku", 10, ""));
  }

  private static Job.Input slice(long from, long to, Integer... without) {
    return new Job.Slice(PREVIOUS, from * MEMORY, to * MEMORY, Set.of(without));
  }

  @Test
  void previousGenerationGivesDataBeforeAndAfterASource() {
    assertThat(Slices.of(PREVIOUS, List.of(source(0, 1, 0)), Set.of(0)))
        .containsExactly(slice(0, 1), part(0, 1), slice(2, 3));
  }

  @Test
  void sourcesThatFillTheBucketLeaveNothingToThePreviousGeneration() {
    assertThat(
            Slices.of(
                PREVIOUS, List.of(source(0, 0, 0), source(0, 1, 0), source(0, 2, 0)), Set.of(0)))
        .containsExactly(part(0, 0), part(0, 1), part(0, 2));
  }

  @Test
  void windowThatOneOfTwoShardsReplacesKeepsTheSeriesOfTheOther() {
    assertThat(Slices.of(PREVIOUS, List.of(source(0, 0, 0)), Set.of(0, 1)))
        .containsExactly(slice(0, 1, 0), part(0, 0), slice(1, 3));
    assertThat(Slices.of(PREVIOUS, List.of(source(0, 0, 0), source(1, 0, 0)), Set.of(0, 1)))
        .containsExactly(part(0, 0), part(1, 0), slice(1, 3));
  }

  @Test
  void emptySourceReplacesWithoutBeingAnInput() {
    assertThat(Slices.of(PREVIOUS, List.of(source(0, 1)), Set.of(0)))
        .containsExactly(slice(0, 1), slice(2, 3));
  }

  @Test
  void lowerBucketReplacesAllShardsOfItsTime() {
    Manifest previous = made(new BucketKey(0, 2, 0, 1), 6 * MEMORY);
    Manifest lower = made(new BucketKey(0, 1, 3 * MEMORY, 1), 3 * MEMORY);
    assertThat(Slices.of(previous, List.of(CompactionInput.of(lower)), Set.of(0, 1)))
        .containsExactly(new Job.Slice(previous, 0, 3 * MEMORY, Set.of()), new Job.Lower(lower));
  }

  @Test
  void withoutSourcesThePreviousGenerationIsTheOnlyInput() {
    assertThat(Slices.of(PREVIOUS, List.of(), Set.of(0))).containsExactly(slice(0, 3));
  }
}
