package goku.compactor.plan;

import static goku.compactor.plan.Stored.made;
import static goku.compactor.plan.Stored.memory;
import static goku.compactor.plan.Stored.shuffled;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import goku.model.TimeRange;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InventoryTest {
  private static final Sharding DISK = new Sharding(2, 3);
  private static final BucketKey FIRST = memory(0, 3).generation(1);
  private static final BucketKey SECOND = memory(0, 3).generation(2);

  private final Inventory.Builder builder = new Inventory.Builder();

  @Test
  void generationsOfAFinalizedWindowAreKeptTogether() {
    Inventory inventory = builder.finalized(SECOND, 20).finalized(FIRST, 10).build();
    assertThat(inventory.finalizedWindows()).containsExactly(memory(0, 3));
    assertThat(inventory.finalized(memory(0, 3))).containsEntry(1, 10L).containsEntry(2, 20L);
    assertThat(inventory.finalized(memory(0, 4))).isEmpty();
  }

  @Test
  void newestShuffledGenerationForTheShardingIsFound() {
    Inventory inventory =
        builder
            .shuffled(shuffled(FIRST, DISK))
            .shuffled(shuffled(SECOND, new Sharding(2, 1)))
            .shuffled(shuffled(memory(0, 3).generation(3), new Sharding(1, 3)))
            .build();
    assertThat(inventory.shuffled(memory(0, 3), DISK)).contains(shuffled(FIRST, DISK));
    assertThat(inventory.shuffled(memory(0, 3), new Sharding(3, 3))).isEmpty();
    assertThat(inventory.shuffledWindows()).containsExactly(memory(0, 3));
    assertThat(inventory.hasShuffleMarker(SECOND)).isTrue();
    assertThat(inventory.hasShuffleMarker(memory(0, 3).generation(4))).isFalse();
    assertThat(inventory.hasShuffleMarker(memory(0, 4).generation(1))).isFalse();
  }

  @Test
  void newestGenerationOfATierIsFoundAndAllGenerationsAreOfTheirShard() {
    Manifest first = made(new BucketKey(1, 1, 0, 1), Stored.HOUR);
    Manifest second = made(new BucketKey(1, 1, 0, 2), Stored.HOUR);
    Manifest other = made(new BucketKey(0, 1, 0, 1), Stored.HOUR);
    Inventory inventory = builder.tier(second).tier(first).tier(other).build();
    assertThat(inventory.newest(new WindowKey(1, 1, 0))).contains(second);
    assertThat(inventory.newest(new WindowKey(2, 1, 0))).isEmpty();
    assertThat(inventory.manifests(1)).containsExactly(first, second);
    assertThat(inventory.tierWindows())
        .containsExactly(new WindowKey(0, 1, 0), new WindowKey(1, 1, 0));
  }

  @Test
  void frontierIsTheLatestWindowSeenAndExcludesItself() {
    Inventory inventory = builder.frontier(0, 20).frontier(0, 10).build();
    assertThat(inventory.isBehindFrontier(0, 19)).isTrue();
    assertThat(inventory.isBehindFrontier(0, 20)).isFalse();
    assertThat(inventory.isBehindFrontier(1, 0)).isFalse();
  }

  @Test
  void deletesAreOfTheirShard() {
    Tombstone one = Stored.delete(1, new TimeRange(0, 1), Instant.EPOCH);
    Tombstone two = Stored.delete(2, new TimeRange(0, 1), Instant.EPOCH);
    Inventory inventory = builder.delete(one).delete(two).build();
    assertThat(inventory.deletes(1)).containsExactly(one);
    assertThat(inventory.deletes(3)).isEmpty();
    assertThat(inventory.deletes()).containsExactlyInAnyOrder(one, two);
  }

  @Test
  void highestGenerationThatAnotherCompactorBeganIsTaken() {
    Inventory inventory = builder.taken(SECOND).taken(FIRST).build();
    assertThat(inventory.taken(memory(0, 3))).hasValue(2);
    assertThat(inventory.taken(memory(0, 4))).isEmpty();
  }

  @Test
  void directoriesOfBothKindsAreKeptApart() {
    Directory tier = Stored.tierDirectory(new BucketKey(0, 1, 0, 1), Instant.EPOCH, "a");
    Directory part = Stored.shuffledDirectory(FIRST, Instant.EPOCH, "b");
    Inventory inventory = builder.tierDirectory(tier).shuffledDirectory(part).build();
    assertThat(inventory.tierDirectories()).containsExactly(tier);
    assertThat(inventory.shuffledDirectories()).containsExactly(part);
  }
}
