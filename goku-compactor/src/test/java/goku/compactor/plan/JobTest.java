package goku.compactor.plan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.StoredFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobTest {
  private static Job shuffle(int shard, long startMillis) {
    return new Job.Shuffle(new BucketKey(shard, 0, startMillis, 1), 7, false);
  }

  private static Job compact(int shard, int tier, long startMillis, Job.Input... inputs) {
    var of = new Tier(tier, Duration.ofHours(6), Duration.ofDays(1), true, Optional.empty(), false);
    return new Job.Compact(
        new BucketKey(shard, tier, startMillis, 1),
        of,
        List.of(inputs),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Set.of(),
        Optional.empty());
  }

  @Test
  void shufflesAndTheFirstTierComeBeforeOtherTiersAndTheOldestFirst() {
    List<Job> order =
        List.of(
            shuffle(1, 10),
            compact(0, 1, 20),
            compact(1, 1, 20),
            shuffle(0, 30),
            compact(0, 2, 0),
            compact(0, 3, 0));
    assertThat(Stream.of(5, 4, 3, 2, 1, 0).map(order::get).sorted(Job.ORDER))
        .containsExactlyElementsOf(order);
  }

  @Test
  void jobReadsAllBytesOfItsInputs() {
    var lower = new Job.Lower(Stored.made(new BucketKey(0, 1, 0, 1), 6 * Stored.HOUR));
    var slice =
        new Job.Slice(
            Stored.made(new BucketKey(0, 2, 0, 1), 24 * Stored.HOUR), 0, Stored.HOUR, Set.of());
    var file = new StoredFile("00000.goku", 10, "");
    assertThat(compact(0, 2, 0, lower, slice, new Job.Part("key", file)).inputBytes())
        .isEqualTo(20 + 20 + 10);
    assertThat(shuffle(0, 0).inputBytes()).isEqualTo(7);
  }
}
