package goku.tier;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Sharding;
import org.junit.jupiter.api.Test;

class FeedersTest {
  @Test
  void sameShardingFeedsEachShardByItself() {
    var feeders = new Feeders(new Sharding(2, 3), new Sharding(2, 3));
    for (int shard = 0; shard < 6; shard++) {
      assertThat(feeders.of(shard)).containsExactly(shard);
      assertThat(feeders.fedBy(shard)).containsExactly(shard);
      assertThat(feeders.count(shard)).isOne();
    }
  }

  @Test
  void partsThatOnlyTouchDoNotFeedEachOther() {
    var feeders = new Feeders(new Sharding(1, 2), new Sharding(1, 4));
    assertThat(feeders.fedBy(0)).containsExactly(0, 1);
    assertThat(feeders.fedBy(1)).containsExactly(2, 3);
    assertThat(feeders.of(1)).containsExactly(0);
    assertThat(feeders.of(2)).containsExactly(1);
  }

  @Test
  void shardThatLiesInTwoPartsIsFedByBoth() {
    var feeders = new Feeders(new Sharding(1, 2), new Sharding(1, 3));
    assertThat(feeders.of(1)).containsExactly(0, 1);
    assertThat(feeders.count(1)).isEqualTo(2);
    assertThat(feeders.fedBy(1)).containsExactly(1, 2);
  }

  @Test
  void shardsFeedWhereBothLayersOverlap() {
    var feeders = new Feeders(new Sharding(2, 3), new Sharding(3, 2));
    // group 0 of 2 and part 0 of 3: groups 0 and 1 of 3, part 0 of 2
    assertThat(feeders.fedBy(0)).containsExactly(0, 2);
    // group 1 of 2 and part 1 of 3: groups 1 and 2 of 3, both parts
    assertThat(feeders.fedBy(4)).containsExactly(2, 3, 4, 5);
    assertThat(feeders.of(3)).containsExactly(1, 2, 4, 5);
  }

  @Test
  void shardOfAFormerShardingFeedsNone() {
    assertThat(new Feeders(new Sharding(1, 2), new Sharding(1, 1)).fedBy(2)).isEmpty();
  }

  @Test
  void oneShardIsRelatedToThoseThatTheWholeRelationNames() {
    var memory = new Sharding(4, 3);
    var disk = new Sharding(2, 5);
    var feeders = new Feeders(memory, disk);
    for (int shard = 0; shard < memory.shards(); shard++) {
      assertThat(Feeders.related(shard, memory, disk).toArray())
          .isEqualTo(feeders.fedBy(shard).toArray());
    }
    assertThat(Feeders.related(memory.shards(), memory, disk)).isEmpty();
  }
}
