package goku.ingest.limit;

import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.model.Namespaces;
import goku.model.SeriesLimits;
import goku.model.SeriesLimits.PrefixLimit;
import goku.testkit.namespace.NamespaceBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NamespaceGateTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static FakeShards shards(int perGroup, SeriesLimits limits) {
    var namespace =
        NamespaceBuilder.namespace("ns1").shards(1, perGroup).seriesLimits(limits).build();
    return new FakeShards(new Namespaces(List.of(namespace)));
  }

  private static FakeShards oneShard() {
    return shards(1, SeriesLimits.NONE);
  }

  /// Lets the shard have series, and the ingestor look at it.
  private static void fill(FakeShards shards, String metric, int count)
      throws InterruptedException {
    for (int i = 0; i < count; i++) {
      shards.series.add(metric + " host=h" + i);
    }
    shards.nowNanos += SECOND;
    shards.look();
  }

  @Test
  void newSeriesOfAFullMetricAreRefusedAndItsOthersContinue() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 100);
    for (int i = 0; i < 100; i++) {
      assertThat(shards.put("cpu host=h" + i)).isNull();
    }
    assertThat(shards.put("cpu host=new"))
        .isEqualTo(
            new Rejection(
                Reason.SERIES_LIMIT,
                "metric 'cpu' has 100 series and may have 100 (short.max-series-per-metric), so"
                    + " new ones are refused; its tag key with the most values is 'host'"));
    assertThat(shards.put("mem host=new")).isNull();
    assertThat(shards.put("cpux host=new")).isNull();
  }

  @Test
  void anIngestorCountsTheNewSeriesThatItAdmitsBetweenTwoLooks() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 95);
    for (int i = 0; i < 5; i++) {
      assertThat(shards.put("cpu host=new" + i)).isNull();
    }
    assertThat(shards.put("cpu host=new5")).isNotNull();
    assertThat(shards.put("cpu host=new4")).isNull();
    assertThat(shards.put("cpu host=h1")).isNull();
  }

  @Test
  void anAdmittedSeriesContinuesWhileTheShardDoesNotHaveItYet() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 99);
    assertThat(shards.put("cpu host=new")).isNull();
    shards.lagMillis = 60_000;
    fill(shards, "cpu", 99);
    assertThat(shards.put("cpu host=new")).isNull();
    shards.lagMillis = 0;
    shards.series.add("cpu host=new");
    fill(shards, "cpu", 99);
    assertThat(shards.put("cpu host=new")).isNull();
    assertThat(shards.put("cpu host=other")).isNotNull();
  }

  @Test
  void aSeriesThatWasAdmittedButNeverStoredGivesItsRoomBack() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 99);
    assertThat(shards.put("cpu host=failed")).isNull();
    for (int i = 0; i < 4; i++) {
      shards.nowNanos += 125 * SECOND;
      shards.look();
    }
    assertThat(shards.put("cpu host=other")).isNull();
  }

  @Test
  void roomReturnsWhenSeriesHaveGone() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 100);
    shards.series.remove("cpu host=h1");
    fill(shards, "mem", 1);
    assertThat(shards.put("cpu host=new")).isNull();
    assertThat(shards.put("cpu host=new2")).isNotNull();
  }

  @Test
  void belowNinetyPercentNothingIsCounted() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 85);
    for (int i = 0; i < 50; i++) {
      assertThat(shards.put("cpu host=new" + i)).isNull();
    }
    assertThat(shards.filters).isZero();
  }

  @Test
  void newSeriesOfAFullShardAreRefusedWhateverTheirMetric() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perShard = 10;
    fill(shards, "cpu", 10);
    assertThat(shards.put("mem host=a"))
        .extracting(Rejection::message)
        .isEqualTo(
            "shard ns1/0 has 10 series and may have 10 (short.max-series-per-shard), so new ones"
                + " are refused; metric 'cpu' has the most, its tag key with the most values is"
                + " 'host'");
    assertThat(shards.put("cpu host=h3")).isNull();
  }

  @Test
  void theSeriesOfAllShardsCountForANamespace() throws InterruptedException {
    FakeShards shards = shards(4, new SeriesLimits(100, List.of()));
    fill(shards, "cpu", 98);
    fill(shards, "cpu", 98); // now with the filters, which were not wanted before
    assertThat(shards.put("mem host=a")).isNull();
    assertThat(shards.put("mem host=b")).isNull();
    assertThat(shards.put("mem host=c"))
        .extracting(Rejection::message)
        .asString()
        .startsWith("namespace ns1 has 100 series and may have 100 (max-series of the namespace)");
    for (int i = 0; i < 98; i++) {
      assertThat(shards.put("cpu host=h" + i)).isNull();
    }
  }

  @Test
  void theMetricsOfAPrefixShareItsLimit() throws InterruptedException {
    FakeShards shards = shards(2, new SeriesLimits(0, List.of(new PrefixLimit("ads.", 10))));
    fill(shards, "ads.a", 5);
    fill(shards, "ads.b", 5);
    fill(shards, "other", 5);
    assertThat(shards.put("ads.c host=a"))
        .extracting(Rejection::message)
        .asString()
        .startsWith("prefix 'ads.' in namespace ns1 has 10 series and may have 10");
    assertThat(shards.put("ads.a host=h4")).isNull();
    assertThat(shards.put("other host=new")).isNull();
  }

  @Test
  void aSeriesThatOneLimitRefusesTakesNoRoomOfAnother() throws InterruptedException {
    FakeShards shards = shards(1, new SeriesLimits(11, List.of()));
    shards.perMetric = 5;
    fill(shards, "cpu", 5);
    fill(shards, "mem", 5);
    fill(shards, "mem", 5);
    assertThat(shards.put("cpu host=new")).isNotNull();
    assertThat(shards.put("disk host=new")).isNull();
    assertThat(shards.put("disk host=new2")).isNotNull();
  }

  @Test
  void aFilterIsFetchedOnceAsLongAsItHoldsForEachScope() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 10;
    fill(shards, "cpu", 10);
    fill(shards, "cpu", 10);
    assertThat(shards.filters).isEqualTo(1);
    assertThat(shards.put("cpu host=new")).isNotNull();
  }

  @Test
  void whileAShardLoadsItsLastCompleteCountsHold() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 10;
    fill(shards, "cpu", 10);
    shards.loads = true;
    shards.series.clear();
    fill(shards, "cpu", 9);
    assertThat(shards.put("cpu host=h9")).isNull();
    assertThat(shards.put("cpu host=new")).isNotNull();
  }

  @Test
  void nothingIsRefusedBeforeAShardHasAnswered() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 10;
    shards.answers = false;
    fill(shards, "cpu", 10);
    assertThat(shards.put("cpu host=new")).isNull();
    assertThat(unknown(shards)).isEqualTo(1);
    shards.answers = true;
    fill(shards, "cpu", 10);
    assertThat(unknown(shards)).isZero();
  }

  /// Other ingestors may have admitted series since, so half of the margin is left to them.
  @Test
  void anOldFilterRefusesOnlyOnceHalfOfTheMarginIsUsedUp() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    fill(shards, "cpu", 100);
    shards.answers = false;
    shards.nowNanos += 11 * SECOND;
    shards.look();
    assertThat(unknown(shards)).isEqualTo(1);
    for (int i = 0; i < 5; i++) {
      assertThat(shards.put("cpu host=new" + i)).isNull();
    }
    assertThat(shards.put("cpu host=new5")).isNotNull();
  }

  @Test
  void aFilterFromBeforeTheIngestorBeganCountsAsOld() throws InterruptedException {
    FakeShards shards = oneShard();
    shards.perMetric = 100;
    shards.lagMillis = 2000;
    fill(shards, "cpu", 100);
    assertThat(shards.put("cpu host=new")).isNull();
  }

  @Test
  void gaugesTellLimitsThatAreNearOrFull() throws InterruptedException {
    FakeShards shards = shards(1, new SeriesLimits(1000, List.of()));
    shards.perMetric = 10;
    fill(shards, "cpu", 8);
    assertThat(gauge(shards, "goku.ingest.series.near")).isEqualTo(1);
    assertThat(gauge(shards, "goku.ingest.series.full")).isZero();
    fill(shards, "cpu", 10);
    assertThat(gauge(shards, "goku.ingest.series.full")).isEqualTo(1);
    assertThat(gauge(shards, "goku.ingest.series.filters")).isPositive();
    shards.series.clear();
    fill(shards, "cpu", 1);
    assertThat(gauge(shards, "goku.ingest.series.near")).isZero();
  }

  private static double unknown(FakeShards shards) {
    return gauge(shards, "goku.ingest.series.unknown");
  }

  private static double gauge(FakeShards shards, String name) {
    return shards.registry.get(name).gauge().value();
  }
}
