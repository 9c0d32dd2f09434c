package goku.compactor.plan;

import static goku.compactor.plan.PlanFixture.CONSUMED;
import static goku.compactor.plan.PlanFixture.FIRST_LENGTH;
import static goku.compactor.plan.PlanFixture.NAMESPACE;
import static goku.compactor.plan.Stored.MEMORY;
import static goku.compactor.plan.Stored.made;
import static org.assertj.core.api.Assertions.assertThat;

import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Buckets of tier 1 that have files and no marker, after a bucket that is complete.
class LostMarkersTest {
  private static final BucketKey BUCKET = new BucketKey(0, 1, FIRST_LENGTH, 1);
  private static final Instant NOW = CONSUMED.plus(Duration.ofHours(9));

  private final PlanFixture s3 = new PlanFixture();

  @Test
  void aBucketIsNotBuiltFromTheRestOfItsInputs() {
    bucketWithoutMarker();
    s3.finalized(4, 1).shuffled(4, 1).finalized(5, 1).shuffled(5, 1);
    Inventory inventory = inventory();
    assertThat(inventory.unreadable())
        .singleElement()
        .satisfies(
            marker -> {
              assertThat(marker.bucket()).isEqualTo(BUCKET);
              assertThat(marker.problem()).contains("marker=" + TierKeys.tierMarker(BUCKET));
            });
    Plan plan = Plan.of(inventory, NAMESPACE, NOW);
    assertThat(plan.jobs()).isEmpty();
    assertThat(plan.removals()).isEmpty();
  }

  @Test
  void filesOfADeadJobAreBuiltAgain() {
    bucketWithoutMarker();
    for (int window = 3; window < 6; window++) {
      s3.finalized(window, 1).shuffled(window, 1);
    }
    s3.stored.taken(BUCKET);
    assertThat(inventory().unreadable()).isEmpty();
    assertThat(Plan.of(inventory(), NAMESPACE, NOW).jobs())
        .extracting(Job::bucket)
        .containsExactly(new BucketKey(0, 1, FIRST_LENGTH, 2));
  }

  @Test
  void theFirstBucketIsBuiltFromTheWindowsThatExist() {
    s3.stored.tierDirectory(Stored.tierDirectory(BUCKET, Instant.EPOCH, "data"));
    s3.finalized(4, 1).shuffled(4, 1).finalized(5, 1).shuffled(5, 1);
    assertThat(inventory().unreadable()).isEmpty();
  }

  private void bucketWithoutMarker() {
    s3.stored
        .tier(made(PlanFixture.FIRST, FIRST_LENGTH))
        .tierDirectory(Stored.tierDirectory(BUCKET, Instant.EPOCH, "data"))
        .frontier(0, 100 * MEMORY);
  }

  private Inventory inventory() {
    return LostMarkers.addTo(s3.stored.build(), NAMESPACE, NOW);
  }
}
