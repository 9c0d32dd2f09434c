package goku.longterm.bulkload;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BulkLoadPlanTest {
  private static final Manifest QUARTER = bucket(1, 400, 1);
  private static final Manifest LATE_QUARTER = bucket(1, 400, 2);
  private static final Manifest DAY =
      bucket(2, 100, 1, key(1, 400), key(1, 401), key(1, 402), key(1, 403));
  private static final Manifest LATE_DAY =
      bucket(2, 100, 2, Buckets.key(1, 400, 2), key(1, 401), key(1, 402), key(1, 403));
  private static final Instant FRESH = Instant.ofEpochMilli(QUARTER.endMillis());
  private static final Instant OVER = FRESH.plus(Buckets.tier(1).ttl());

  @Test
  void bucketsInS3AreLoaded() {
    assertThat(wanted(List.of(QUARTER, DAY), List.of(), FRESH))
        .isEqualTo(new BulkLoadPlan(List.of(QUARTER, DAY), List.of()));
    assertThat(wanted(List.of(QUARTER), List.of(QUARTER), FRESH)).isEqualTo(nothing());
  }

  @Test
  void theNewestGenerationReplacesTheOthersOnceItIsHere() {
    List<Manifest> both = List.of(QUARTER, LATE_QUARTER);
    assertThat(wanted(both, List.of(), FRESH).ingest()).containsExactly(LATE_QUARTER);
    assertThat(wanted(both, List.of(QUARTER), FRESH))
        .isEqualTo(new BulkLoadPlan(List.of(LATE_QUARTER), List.of()));
    assertThat(wanted(both, both, FRESH))
        .isEqualTo(new BulkLoadPlan(List.of(), List.of(QUARTER.bucket())));
    assertThat(wanted(List.of(QUARTER), List.of(LATE_QUARTER), FRESH)).isEqualTo(nothing());
  }

  @Test
  void anExpiredBucketWaitsForItsSuccessor() {
    assertThat(wanted(List.of(), List.of(QUARTER, DAY), FRESH)).isEqualTo(nothing());
    assertThat(wanted(List.of(), List.of(QUARTER), OVER)).isEqualTo(nothing());
    assertThat(wanted(List.of(DAY), List.of(QUARTER), OVER))
        .isEqualTo(new BulkLoadPlan(List.of(DAY), List.of()));
    assertThat(wanted(List.of(DAY), List.of(QUARTER, DAY), OVER).drop())
        .containsExactly(QUARTER.bucket());
    assertThat(wanted(List.of(DAY), List.of(QUARTER, DAY), OVER.minusMillis(1)).drop()).isEmpty();
  }

  @Test
  void aBucketWithLateDatapointsWaitsForASuccessorThatHasThem() {
    assertThat(wanted(List.of(), List.of(LATE_QUARTER, DAY), OVER).drop()).isEmpty();
    assertThat(wanted(List.of(), List.of(LATE_QUARTER, DAY, LATE_DAY), OVER).drop())
        .containsExactlyInAnyOrder(LATE_QUARTER.bucket(), DAY.bucket());
  }

  @Test
  void aNewNodeLoadsOldBucketsOnlyWithoutSuccessors() {
    assertThat(wanted(List.of(QUARTER), List.of(), OVER).ingest()).containsExactly(QUARTER);
    assertThat(wanted(List.of(QUARTER, DAY), List.of(), OVER).ingest()).containsExactly(DAY);
    Manifest days = bucket(3, 25, 1, DAY.bucket());
    assertThat(wanted(List.of(QUARTER, days), List.of(), OVER).ingest()).containsExactly(days);
  }

  @Test
  void bucketsThatAreNotKeptAreDroppedWithoutASuccessor() {
    Instant end = FRESH.plus(Duration.ofDays(365));
    assertThat(wanted(List.of(QUARTER), List.of(QUARTER), end))
        .isEqualTo(new BulkLoadPlan(List.of(), List.of(QUARTER.bucket())));
    Manifest last = bucket(5, 3, 1);
    Instant over = Instant.ofEpochMilli(last.endMillis()).plus(Duration.ofDays(365));
    assertThat(wanted(List.of(last), List.of(last), over.minusMillis(1))).isEqualTo(nothing());
    assertThat(wanted(List.of(last), List.of(last), over).drop()).containsExactly(last.bucket());
    assertThat(wanted(List.of(last), List.of(), over)).isEqualTo(nothing());
  }

  private static BulkLoadPlan wanted(List<Manifest> stored, List<Manifest> ingested, Instant now) {
    return BulkLoadPlan.of(stored, ingested, Buckets.namespace(), now);
  }

  private static BulkLoadPlan nothing() {
    return new BulkLoadPlan(List.of(), List.of());
  }

  private static BucketKey key(int tier, long number) {
    return Buckets.key(tier, number, 1);
  }

  private static Manifest bucket(int tier, long number, int generation, BucketKey... inputs) {
    return Buckets.manifest(Buckets.key(tier, number, generation), List.of(inputs));
  }
}
