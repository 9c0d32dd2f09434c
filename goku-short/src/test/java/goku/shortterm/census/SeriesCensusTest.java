package goku.shortterm.census;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cardinality.CountQuery;
import goku.cardinality.HashFilter;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.ScopeCount.LargestMetric;
import goku.cardinality.SeriesScope;
import goku.index.IndexLimits;
import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.Reclaimer;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.testkit.memory.LeakCheck;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SeriesCensusTest {
  private static final CountQuery PLAIN = query(List.of(), Set.of(), Map.of());

  private final LeakCheck memory = new LeakCheck(16 << 20);
  private final Blocks blocks = new Blocks(memory.pool(), memory.use());
  private final IndexLimits limits = new IndexLimits(10, 20);
  private final SeriesIndex index = new SeriesIndex(blocks, memory.use(), new Reclaimer(), limits);
  private long now;
  private long step;
  private final SeriesCensus census =
      new SeriesCensus(
          index,
          limits,
          () -> {
            now += step;
            return now;
          });

  @AfterEach
  void close() {
    index.close();
    blocks.close();
    memory.close();
  }

  @Test
  void theShardIsAlwaysCountedAndAMetricFromEightyPercentOfItsLimitOn() {
    add("cpu", 7);
    assertThat(census.count(PLAIN)).containsExactly(count(SeriesScope.SHARD, 7, 20));
    add("cpu", 8);
    assertThat(census.count(PLAIN))
        .containsExactly(count(SeriesScope.SHARD, 8, 20), count(SeriesScope.metric("cpu"), 8, 10));
  }

  @Test
  void aMetricHasAFilterOfItsSeriesFromNinetyPercentOn() {
    add("cpu", 9);
    add("mem", 1);
    Filtered filtered = filtered(PLAIN, SeriesScope.metric("cpu"));
    assertThat(filtered.series()).isEqualTo(9);
    assertThat(filtered.ageMillis()).isZero();
    assertThat(filtered.largest()).isEqualTo(new LargestMetric("cpu", "request"));
    HashFilter filter = filtered.filter().orElseThrow();
    for (int i = 0; i < 9; i++) {
      assertThat(filter.mayContain(hash("cpu", i))).isTrue();
    }
    assertThat(filter.mayContain(hash("mem", 0))).isFalse();
  }

  @Test
  void theShardHasAFilterOfAllSeriesNearItsLimitOrIfItIsWanted() {
    add("cpu", 3);
    add("mem", 2);
    assertThat(census.count(PLAIN).getFirst().filtered()).isEmpty();
    var wanted = query(List.of(), Set.of(SeriesScope.SHARD), Map.of());
    Filtered filtered = filtered(wanted, SeriesScope.SHARD);
    assertThat(filtered.filter().orElseThrow().mayContain(hash("mem", 1))).isTrue();
    assertThat(filtered.largest().metric()).isEqualTo("cpu");
    for (int i = 0; i < 3; i++) {
      add("m" + i, 5);
    }
    assertThat(census.count(PLAIN).getFirst().filtered()).isPresent();
  }

  @Test
  void aPrefixHasAFilterOfTheSeriesOfItsMetricsIfItIsWanted() {
    add("ads.a", 1);
    add("ads.b", 2);
    add("other", 3);
    SeriesScope ads = SeriesScope.prefix("ads.");
    var counted = census.count(query(List.of("ads."), Set.of(), Map.of()));
    assertThat(counted.getLast()).isEqualTo(count(ads, 3, 0));
    Filtered filtered = filtered(query(List.of("ads."), Set.of(ads), Map.of()), ads);
    HashFilter filter = filtered.filter().orElseThrow();
    assertThat(filter.mayContain(hash("ads.b", 1))).isTrue();
    assertThat(filter.mayContain(hash("other", 1))).isFalse();
    assertThat(filtered.largest()).isEqualTo(new LargestMetric("ads.b", "request"));
  }

  @Test
  void theNumberOfAPrefixRisesWithItsSeries() {
    add("ads.a", 1);
    var query = query(List.of("ads."), Set.of(), Map.of());
    assertThat(census.count(query).getLast().series()).isEqualTo(1);
    add("ads.a", 2);
    assertThat(census.count(query).getLast().series()).isEqualTo(2);
  }

  @Test
  void aFilterThatTheAskerHasIsNotSentAgain() {
    SeriesScope cpu = SeriesScope.metric("cpu");
    add("cpu", 9);
    long version = filtered(PLAIN, cpu).version();
    var knowing = query(List.of(), Set.of(), Map.of(cpu, version));
    assertThat(filtered(knowing, cpu).filter()).isEmpty();
    assertThat(filtered(knowing, cpu).version()).isEqualTo(version);
    add("mem", 1);
    assertThat(filtered(knowing, cpu).version()).isEqualTo(version);
    add("cpu", 10);
    assertThat(filtered(knowing, cpu).filter()).isPresent();
  }

  @Test
  void aFilterIsMadeAtMostATenthOfTheTimeAndTellsItsAge() {
    SeriesScope cpu = SeriesScope.metric("cpu");
    add("cpu", 9);
    step = 10_000_000; // each look at the clock
    long version = filtered(PLAIN, cpu).version();
    step = 0;
    add("cpu", 10);
    now += 80_000_000;
    Filtered old = filtered(PLAIN, cpu);
    assertThat(old.version()).isEqualTo(version);
    assertThat(old.ageMillis()).isBetween(90L, 130L);
    now += 10_000_000;
    Filtered made = filtered(PLAIN, cpu);
    assertThat(made.version()).isNotEqualTo(version);
    assertThat(made.series()).isEqualTo(10);
    assertThat(made.ageMillis()).isZero();
  }

  @Test
  void aFilterThatTakesLongIsMadeAgainBeforeIngestorsNoLongerTrustIt() {
    SeriesScope cpu = SeriesScope.metric("cpu");
    add("cpu", 9);
    step = 1_500_000_000;
    long version = filtered(PLAIN, cpu).version();
    step = 0;
    add("cpu", 10);
    now += 4_000_000_000L;
    assertThat(filtered(PLAIN, cpu).version()).isNotEqualTo(version);
  }

  private Filtered filtered(CountQuery query, SeriesScope scope) {
    return census.count(query).stream()
        .filter(count -> count.scope().equals(scope))
        .findFirst()
        .flatMap(ScopeCount::filtered)
        .orElseThrow();
  }

  private static ScopeCount count(SeriesScope scope, long series, long limit) {
    return new ScopeCount(scope, series, limit, Optional.empty());
  }

  private static CountQuery query(
      List<String> prefixes, Set<SeriesScope> wanted, Map<SeriesScope, Long> known) {
    return new CountQuery(new ShardId("ns1", 0), prefixes, wanted, known);
  }

  private void add(String metric, int series) {
    for (int i = 0; i < series; i++) {
      byte[] name = name(metric, i);
      long hash = hash(metric, i);
      if (index.find(hash, name, 0, name.length) == SeriesIndex.NONE) {
        index.add(hash, name, 0, name.length);
      }
    }
  }

  private static long hash(String metric, int i) {
    return SeriesName.ofCanonical(name(metric, i)).hash();
  }

  private static byte[] name(String metric, int i) {
    return "%s az=a request=r%d".formatted(metric, i).getBytes(StandardCharsets.UTF_8);
  }
}
