package goku.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cardinality.CountQuery;
import goku.cardinality.HashFilter;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.ScopeCount.LargestMetric;
import goku.cardinality.SeriesCounts;
import goku.cardinality.SeriesScope;
import goku.model.ShardId;
import goku.rpc.proto.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WireCountsTest {
  private static final ShardId FIRST = new ShardId("ns1", 3);
  private static final LargestMetric LARGEST = new LargestMetric("cpu", "request");

  @Test
  void aQueryReturnsFromItsMessage() {
    var query =
        new CountQuery(
            FIRST,
            List.of("ads.", "a"),
            Set.of(SeriesScope.SHARD, SeriesScope.prefix("ads.")),
            Map.of(SeriesScope.metric("cpu"), 7L));
    var plain = new CountQuery(new ShardId("ns2", 0), List.of(), Set.of(), Map.of());
    assertThat(WireCounts.fromWire(WireCounts.request(List.of(query, plain))))
        .containsExactly(query, plain);
  }

  @Test
  void countsOfSeveralShardsReturnFromTheirMessages() {
    var known = new Filtered(9, 90, 5, Optional.empty(), LARGEST);
    var first =
        new SeriesCounts(
            FIRST,
            true,
            12,
            List.of(
                new ScopeCount(SeriesScope.SHARD, 100, 1000, Optional.empty()),
                new ScopeCount(SeriesScope.metric("cpu"), 91, 100, Optional.of(known))));
    var second =
        new SeriesCounts(
            new ShardId("ns1", 4),
            false,
            0,
            List.of(new ScopeCount(SeriesScope.SHARD, 0, 1000, Optional.empty())));
    List<Wire.CountPart> parts = new ArrayList<>(WireCounts.toWire(first));
    parts.addAll(WireCounts.toWire(second));
    assertThat(WireCounts.fromWire(parts)).containsExactly(first, second);
  }

  @Test
  void aLargeFilterIsSentInSeveralMessages() {
    long[] hashes = new SplittableRandom(1).longs(700_000).toArray();
    HashFilter filter = received(hashes, 2);
    assertThat(LongStream.of(hashes).allMatch(filter::mayContain)).isTrue();
  }

  @Test
  void anEmptyFilterIsReceivedAsOneOfNoSeries() {
    assertThat(received(new long[0], 1).mayContain(1)).isFalse();
  }

  private static HashFilter received(long[] hashes, int messages) {
    var filtered = new Filtered(9, 90, 5, Optional.of(HashFilter.of(hashes)), LARGEST);
    var count = new ScopeCount(SeriesScope.SHARD, 1, 2, Optional.of(filtered));
    var parts = WireCounts.toWire(new SeriesCounts(FIRST, true, 0, List.of(count)));
    assertThat(parts).hasSize(messages).allMatch(part -> part.getSerializedSize() < 2 << 20);
    var scope = WireCounts.fromWire(parts).getFirst().scopes().getFirst();
    return scope.filtered().flatMap(Filtered::filter).orElseThrow();
  }
}
