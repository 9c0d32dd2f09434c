package goku.compactor.plan;

import static goku.compactor.plan.Stored.HOUR;
import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static goku.compactor.plan.Stored.shuffled;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Coverage;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsumptionTest {
  private static final Sharding DISK = new Sharding(1, 1);
  private static final IncompleteWindow SECOND = new IncompleteWindow(0, 2 * HOUR);
  private static final IncompleteWindow THIRD = new IncompleteWindow(0, 4 * HOUR);

  private static CompactionInput file(int window, Coverage coverage) {
    BucketKey bucket = memory(0, window).generation(2);
    return CompactionInput.of(Stored.covering(shuffled(bucket, DISK, 0), coverage), 0, false, true);
  }

  private static Manifest tier1(int number, IncompleteWindow... windows) {
    return made(new BucketKey(0, 1, 6 * HOUR * number, 1), 6 * HOUR).lacking(List.of(windows));
  }

  private static List<IncompleteWindow> incomplete(Manifest previous, CompactionInput... sources) {
    return Consumption.incomplete(List.of(sources), Optional.of(previous));
  }

  @Test
  void aWindowIsIncompleteIfItsOnlyFileIs() {
    List<CompactionInput> sources =
        List.of(
            file(0, Coverage.COMPLETE), file(1, Coverage.INCOMPLETE), file(2, Coverage.UNKNOWN));
    assertThat(Consumption.incomplete(sources, Optional.empty())).containsExactly(SECOND);
  }

  @Test
  void aLaterFileMakesAWindowCompleteAndAnAdditionDoesNot() {
    Manifest previous = tier1(0, SECOND, THIRD);
    assertThat(incomplete(previous)).containsExactly(SECOND, THIRD);
    assertThat(incomplete(previous, file(1, Coverage.ADDITION))).containsExactly(SECOND, THIRD);
    assertThat(incomplete(previous, file(1, Coverage.COMPLETE))).containsExactly(THIRD);
    assertThat(incomplete(previous, file(1, Coverage.UNKNOWN))).containsExactly(THIRD);
  }

  @Test
  void aLowerBucketKnowsBetterAboutItsOwnTimeOnly() {
    Manifest previous =
        made(new BucketKey(0, 2, 0, 1), 24 * HOUR)
            .lacking(List.of(SECOND, new IncompleteWindow(0, 6 * HOUR)));
    assertThat(incomplete(previous, CompactionInput.of(tier1(0, THIRD))))
        .containsExactly(THIRD, new IncompleteWindow(0, 6 * HOUR));
  }
}
