package goku.compactor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.plan.Deployments;
import goku.compactor.plan.Job;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests with a bucket of tier 1, which has three windows of one shard of GokuS.
class CountCheckTest {
  private static final Tier TIER =
      Deployments.namespace(1, 1, List.of()).disk().orElseThrow().tiers().getFirst();
  private static final BucketKey BUCKET = new BucketKey(0, 1, 0, 2);
  private static final ConsumedWindows FULL = windows(List.of(1, 1, 1), 10, 20, 30);

  private final AtomicInteger recounts = new AtomicInteger();

  private static ConsumedWindows windows(List<Integer> generations, long... points) {
    List<Long> counts = new ArrayList<>();
    for (long count : points) {
      counts.add(count);
    }
    return new ConsumedWindows(0, generations, counts);
  }

  private static Manifest manifest(int version, ConsumedWindows... windows) {
    return new Manifest(
        version,
        "metrics",
        0,
        1,
        0,
        TIER.bucket().toMillis(),
        1,
        true,
        0,
        1,
        60,
        List.of(part(0, 1), part(1, 1), part(2, 1)),
        List.of(),
        List.of(windows));
  }

  private static String part(int window, int generation) {
    long start = window * Tier.MEMORY_BUCKET.toMillis();
    return TierKeys.shuffled(new BucketKey(0, 0, start, generation), 0);
  }

  /// Checks a bucket that replaces another one.
  ///
  /// @param recount datapoints that the previous bucket has without deleted and blocked ones
  /// @param replacing finalized files that may have fewer datapoints
  private void check(
      Manifest previous, ConsumedWindows now, ConsumedWindows recount, BucketKey... replacing)
      throws Exception {
    var job =
        new Job.Compact(
            BUCKET,
            TIER,
            List.of(),
            List.of(),
            List.of(),
            List.of(now),
            List.of(),
            Set.of(replacing),
            Optional.of(previous));
    CountCheck.run(
        job,
        manifest(Manifest.VERSION, now),
        () -> {
          recounts.incrementAndGet();
          return List.of(recount);
        });
  }

  private static BucketKey file(int window, int generation) {
    return new BucketKey(0, 0, window * Tier.MEMORY_BUCKET.toMillis(), generation);
  }

  @Test
  void bucketWithAsManyDatapointsReplacesAnother() throws Exception {
    Manifest previous = manifest(Manifest.VERSION, FULL);
    check(previous, FULL, FULL);
    check(previous, windows(List.of(1, 2, 1), 10, 21, 30), FULL, file(1, 2));
    assertThat(recounts).hasValue(0);
  }

  @Test
  void bucketThatLostDatapointsOfAnyWindowDoesNot() {
    Manifest previous = manifest(Manifest.VERSION, FULL);
    assertThatThrownBy(() -> check(previous, windows(List.of(1, 1, 1), 10, 20, 29), FULL))
        .isInstanceOf(PoorerException.class)
        .hasMessageContaining("shard=0")
        .hasMessageContaining("window=1970-01-01T04:00:00Z")
        .hasMessageContaining("datapoints=29 before=30");
  }

  @Test
  void laterGenerationWithoutDatapointsDoesNot() {
    Manifest previous = manifest(Manifest.VERSION, FULL);
    assertThatThrownBy(() -> check(previous, windows(List.of(1, 3, 1), 10, 0, 30), FULL))
        .isInstanceOf(PoorerException.class)
        .hasMessageContaining("datapoints=0 before=20 generation=3");
  }

  @Test
  void laterFileThatMayHaveFewerDatapointsReplacesThoseOfItsWindowOnly() {
    Manifest previous = manifest(Manifest.VERSION, FULL);
    assertThatCode(() -> check(previous, windows(List.of(1, 3, 1), 10, 0, 30), FULL, file(1, 3)))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> check(previous, windows(List.of(1, 3, 1), 10, 0, 29), FULL, file(1, 3)))
        .isInstanceOf(PoorerException.class);
    assertThatThrownBy(
            () -> check(previous, windows(List.of(1, 1, 1), 10, 0, 30), FULL, file(1, 1)))
        .as("the same generation")
        .isInstanceOf(PoorerException.class);
  }

  @Test
  void deletesAndBlockedMetricsAccountForFewerDatapoints() {
    Manifest previous = manifest(Manifest.VERSION, FULL);
    ConsumedWindows left = windows(List.of(1, 1, 1), 10, 20, 5);
    assertThatCode(() -> check(previous, windows(List.of(1, 1, 1), 10, 20, 5), left))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(previous, windows(List.of(1, 1, 1), 10, 20, 4), left))
        .isInstanceOf(PoorerException.class);
    assertThat(recounts).hasValue(2);
  }

  @Test
  void bucketWhoseManifestDoesNotStateItsWindowsIsCounted() {
    Manifest previous = manifest(Manifest.FIRST_VERSION);
    assertThatCode(() -> check(previous, FULL, FULL)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(previous, windows(List.of(1, 1, 2), 10, 20, 0), FULL))
        .isInstanceOf(PoorerException.class);
    assertThat(recounts).hasValue(2);
  }

  @Test
  void bucketThatReplacesNoneIsNotCounted() throws Exception {
    var job =
        new Job.Compact(
            BUCKET,
            TIER,
            List.of(),
            List.of(),
            List.of(),
            List.of(FULL),
            List.of(),
            Set.of(),
            Optional.empty());
    CountCheck.run(
        job,
        manifest(Manifest.VERSION, windows(List.of(1, 1, 1), 0, 0, 0)),
        () -> {
          throw new IllegalStateException("counted");
        });
  }
}
