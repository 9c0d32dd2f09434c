package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardIdTest {
  @Test
  void shardsAreOrderedByNamespaceThenByNumber() {
    assertThat(
            Stream.of(new ShardId("ns2", 1), new ShardId("ns1", 10), new ShardId("ns1", 2))
                .sorted(ShardId.BY_NUMBER))
        .map(ShardId::toString)
        .containsExactly("ns1/2", "ns1/10", "ns2/1");
  }
}
