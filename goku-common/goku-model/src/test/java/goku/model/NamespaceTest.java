package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamespaceTest {
  private static final Duration DAY = Duration.ofDays(1);

  private static Namespace namespace(Optional<Disk> disk) {
    return NamespaceBuilder.namespace("ns1")
        .backfill(DAY)
        .memoryTtl(DAY)
        .disk(disk)
        .kafkaTopic("topic")
        .s3Bucket("bucket")
        .shards(2, 2)
        .build();
  }

  private static Optional<Disk> disk(Optional<Sharding> sharding) {
    return Optional.of(new Disk(DAY, List.of(), DAY, sharding));
  }

  @Test
  void shardsAreNumberedFromZeroOverAllGroups() {
    Namespace namespace = namespace(Optional.empty());
    assertThat(namespace.allShards())
        .extracting(ShardId::toString)
        .containsExactly("ns1/0", "ns1/1", "ns1/2", "ns1/3");
    assertThat(namespace.shard(7)).isEqualTo(new ShardId("ns1", 7));
    assertThat(namespace.shardsOfMetric(-1L)).extracting(ShardId::shard).containsExactly(2, 3);
  }

  @Test
  void memoryOnlyNamespaceHasNoShardsOnDisk() {
    assertThat(namespace(Optional.empty()).allDiskShards()).isEmpty();
  }

  @Test
  void diskIsShardedAsMemoryUnlessItSaysOtherwise() {
    Namespace same = namespace(disk(Optional.empty()));
    assertThat(same.diskSharding()).isEqualTo(new Sharding(2, 2));
    assertThat(same.allDiskShards()).hasSize(4);
    Namespace other = namespace(disk(Optional.of(new Sharding(3, 1))));
    assertThat(other.diskSharding()).isEqualTo(new Sharding(3, 1));
    assertThat(other.allDiskShards()).extracting(ShardId::shard).containsExactly(0, 1, 2);
  }

  @Test
  void eachStoreHasShardsOfItsOwn() {
    Namespace namespace = namespace(disk(Optional.of(new Sharding(3, 1))));
    assertThat(namespace.shards(Store.SHORT_TERM)).hasSize(4);
    assertThat(namespace.shards(Store.LONG_TERM)).hasSize(3);
  }

  @Test
  void namespaceWithoutPreAggregationsHasNone() {
    assertThat(namespace(Optional.empty()).preAggregations()).isEmpty();
  }

  @Test
  void keptTagsOfAPreAggregationAscend() {
    assertThat(new PreAggregation("cpu", List.of("host", "az"), DAY).keep())
        .containsExactly("az", "host");
  }
}
