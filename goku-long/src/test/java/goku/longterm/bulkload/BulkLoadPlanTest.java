package goku.longterm.bulkload;

import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.model.Disk;
import goku.model.Rollup;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  @Test
  void aBucketWithRawDatapointsWaitsForOneWithRawDatapoints() {
    Manifest four = bucket(3, 25, 1, DAY.bucket());
    Manifest rolledUp = bucket(4, 6, 1, four.bucket());
    assertThat(four.raw()).isTrue();
    assertThat(rolledUp.raw()).isFalse();
    var longer =
        new Disk(
            Duration.ofDays(80), List.of(new Rollup(Duration.ofMinutes(15), Duration.ofDays(100))));
    Instant end = Instant.ofEpochMilli(four.endMillis());
    Instant over = end.plus(Duration.ofDays(24));
    List<Manifest> both = List.of(four, rolledUp);
    assertThat(wanted(both, both, over).drop()).containsExactly(four.bucket());
    assertThat(planOf(both, both, longer, Optional.empty(), over).drop()).isEmpty();
    assertThat(planOf(both, List.of(), longer, Optional.empty(), over).ingest())
        .containsExactlyInAnyOrder(four, rolledUp);
    Instant rawIsOver = end.plus(Duration.ofDays(80));
    assertThat(planOf(both, both, longer, Optional.empty(), rawIsOver).drop())
        .containsExactly(four.bucket());
  }

  @Test
  void aShorterTimeToLiveDropsNothingBeforeItIsInForce() {
    var shorter = new Disk(Duration.ofHours(1), List.of());
    Instant later = FRESH.plus(Duration.ofHours(2));
    Disk usual = Buckets.namespace().disk().orElseThrow();
    Optional<Retention> before =
        Optional.of(Retention.next(Optional.empty(), usual, Duration.ZERO, later));
    List<Manifest> held = List.of(QUARTER);
    assertThat(planOf(held, held, shorter, before, later)).isEqualTo(nothing());
    Optional<Retention> after =
        Optional.of(Retention.next(Optional.empty(), shorter, Duration.ZERO, later));
    assertThat(planOf(held, held, shorter, after, later).drop()).containsExactly(QUARTER.bucket());
  }

  private static BulkLoadPlan planOf(
      List<Manifest> stored,
      List<Manifest> ingested,
      Disk disk,
      Optional<Retention> retention,
      Instant now) {
    return BulkLoadPlan.of(stored, ingested, Buckets.namespace(disk), retention, now);
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
