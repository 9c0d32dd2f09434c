package goku.compactor.plan;

import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static goku.compactor.plan.Stored.shuffled;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class CompactionInputTest {
  private static final Sharding DISK = new Sharding(1, 2);
  private static final BucketKey FIRST = memory(0, 3).generation(1);
  private static final BucketKey SECOND = memory(0, 3).generation(2);

  private static CompactionInput source(BucketKey bucket, boolean late, int... withSeries) {
    return CompactionInput.of(shuffled(bucket, DISK, withSeries), 1, late, true);
  }

  /// Returns a bucket of tier 1 with the inputs, whose manifest does not state its windows.
  private static Manifest with(String... inputs) {
    return made(new BucketKey(1, 1, 0, 1), 6 * Stored.HOUR, inputs);
  }

  /// Returns a bucket of tier 2 that states a window of GokuS.
  private static Manifest stating(int generation, long points) {
    var windows = new ArrayList<>(Collections.nCopies(12, 1));
    windows.set(3, generation);
    var counts = new ArrayList<>(Collections.nCopies(12, 1L));
    counts.set(3, points);
    return Stored.consuming(
        made(new BucketKey(1, 2, 0, 1), 24 * Stored.HOUR), new ConsumedWindows(0, windows, counts));
  }

  @Test
  void shuffledBucketGivesTheFileOfTheShardOrItsMarkerWithoutOne() {
    CompactionInput file = source(FIRST, false, 0, 1);
    assertThat(file.key()).isEqualTo(TierKeys.shuffled(FIRST, 1));
    assertThat(file.isEmpty()).isFalse();
    CompactionInput none = source(FIRST, false, 0);
    assertThat(none.key()).isEqualTo(TierKeys.shuffledMarker(FIRST));
    assertThat(none.isEmpty()).isTrue();
  }

  @Test
  void bucketOfATierIsNamedByItsMarker() {
    var bucket = new BucketKey(1, 2, 24 * Stored.HOUR, 3);
    CompactionInput source = CompactionInput.of(made(bucket, 24 * Stored.HOUR));
    assertThat(source.key()).isEqualTo(TierKeys.tierMarker(bucket));
    assertThat(source.isEmpty()).isFalse();
    assertThat(source.window()).isEqualTo(WindowKey.of(bucket));
    assertThat(source.startMillis()).isEqualTo(24 * Stored.HOUR);
    assertThat(source.endMillis()).isEqualTo(48 * Stored.HOUR);
  }

  @Test
  void inputsTellTheirWindows() {
    assertThat(CompactionInput.window(TierKeys.shuffled(FIRST, 1))).contains(memory(0, 3));
    var bucket = new BucketKey(1, 2, 24 * Stored.HOUR, 3);
    assertThat(CompactionInput.window(TierKeys.tierMarker(bucket))).contains(WindowKey.of(bucket));
    assertThat(CompactionInput.window("long/00001/deletes/1-0123456789abcdef.goku")).isEmpty();
  }

  @Test
  void sourceIsInABucketBuiltFromThisGeneration() {
    assertThat(source(SECOND, false, 1).isIn(with(TierKeys.shuffled(SECOND, 1)))).isTrue();
    assertThat(source(SECOND, false, 1).isIn(with(TierKeys.shuffled(FIRST, 1)))).isFalse();
    assertThat(source(SECOND, false, 1).isIn(with())).isFalse();
  }

  @Test
  void emptySourceIsInABucketThatHasNoFileOfItsWindow() {
    CompactionInput empty = source(SECOND, false);
    assertThat(empty.isIn(with())).isTrue();
    assertThat(empty.isIn(with(TierKeys.shuffledMarker(FIRST)))).isTrue();
    assertThat(empty.isIn(with(TierKeys.shuffled(memory(0, 4).generation(1), 1)))).isTrue();
    assertThat(empty.isIn(with(TierKeys.shuffled(FIRST, 1)))).isFalse();
  }

  @Test
  void emptySourceThatCameLateIsOnlyInABucketThatNamesIt() {
    CompactionInput late = source(SECOND, true);
    assertThat(late.isIn(with())).isFalse();
    assertThat(late.isIn(with(TierKeys.shuffledMarker(SECOND)))).isTrue();
  }

  @Test
  void sourceIsInABucketThatConsumedALaterGeneration() {
    assertThat(source(FIRST, false, 1).isIn(with(TierKeys.shuffled(SECOND, 1)))).isTrue();
    assertThat(source(SECOND, true, 1).isIn(stating(3, 1))).isTrue();
    assertThat(source(SECOND, true, 1).isIn(stating(2, 1))).isTrue();
    assertThat(source(SECOND, true, 1).isIn(stating(1, 1))).isFalse();
    assertThat(source(SECOND, true, 1).isIn(stating(ConsumedWindows.UNKNOWN, 1))).isFalse();
  }

  @Test
  void emptySourceIsInABucketThatStatesItsGeneration() {
    assertThat(source(SECOND, true).isIn(stating(1, 0))).as("an earlier one").isFalse();
    assertThat(source(SECOND, true).isIn(stating(2, 0))).isTrue();
  }
}
