package goku.shortterm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.namespace.NamespaceBuilder;
import org.junit.jupiter.api.Test;

class SparePartitionsTest {
  private final SparePartitions spare =
      new SparePartitions(NamespaceBuilder.namespace("ns1").shards(2, 2).build());

  @Test
  void partitionsBeyondTheShardsAreSpare() {
    assertThat(spare.contains(3)).isFalse();
    assertThat(spare.contains(4)).isTrue();
  }

  @Test
  void descriptionNamesTheFirstSparePartition() {
    assertThat(spare.describe(4)).isEmpty();
    assertThat(spare.describe(6))
        .hasValue(
            "topic goku-ns1 has 6 partitions, but namespace ns1 has 4 shards: the partitions from 4"
                + " on are not used");
  }
}
