package goku.ingest.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.ingest.Points;
import goku.ingest.TestNamespaces;
import goku.ingest.limit.FakeShards;
import goku.ingest.limit.NamespaceGate;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.ingest.parse.RollupLine;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Disk;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.MetricRenames;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Rollup;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  private record Sent(String topic, int partition, List<String> points) {}

  private final List<Sent> sent = new ArrayList<>();
  private final Live<Blocklist> blocklist = new Live<>(Blocklist.NONE);
  private final Router router = new Router(TestNamespaces.one());

  private BatchAccumulator batches(int maxDatapoints, int maxBytes) {
    return new BatchAccumulator(
        new BatchLimits(maxDatapoints, maxBytes),
        (topic, partition, batch, datapoints) -> {
          assertThat(datapoints).isEqualTo(Points.of(batch).size());
          assertThat(batch.length).isLessThanOrEqualTo(maxBytes);
          sent.add(new Sent(topic, partition, Points.of(batch)));
        },
        FormatLevel.newest());
  }

  private Intake intake(BatchAccumulator batches) {
    return new Intake(
        () -> router, batches, InstantSource.fixed(NOW), Duration.ofMinutes(10), blocklist);
  }

  @Test
  void datapointGoesToTheShardOfItsName() {
    BatchAccumulator batches = batches(10, 1000);
    intake(batches).take(Points.parse("cpu 1700000000 1 host=a"));
    assertThat(sent).isEmpty();
    batches.drain();
    var name = SeriesName.of("cpu", Map.of("host", "a"));
    int shard = new Sharding(2, 2).shardOf(name.metricHash(), name.hash());
    assertThat(sent)
        .containsExactly(new Sent("goku-ns1", shard, List.of("cpu host=a @1700000000000 1.0")));
  }

  @Test
  void aRenamedMetricGoesToTheShardsOfItsStoredName() {
    MetricRenames renames = MetricRenames.NONE.reserved("mem").renamed("a.longer.name", "mem");
    BatchAccumulator batches = batches(10, 1000);
    Intake intake = intake(batches, TestNamespaces.one().withRenames(renames));
    for (String line :
        List.of("mem 1700000000 1", "a.longer.name 1700000000 2", "mm 1700000000 3")) {
      assertThat(intake.take(Points.parse(line + " host=a"))).isNull();
      batches.drain();
    }
    assertThat(sent)
        .containsExactly(
            sent("a.longer.name", "1.0"), sent("a.longer.name\u001e2", "2.0"), sent("mm", "3.0"));
  }

  private static Datapoint hourlySum(String metric) {
    byte[] line = "rollup 1h-sum %s 1699999300 7 host=a".formatted(metric).getBytes(UTF_8);
    var rollup = new Datapoint();
    assertThat(new RollupLine(Points.RULES, 1000).parse(line, 0, line.length, rollup)).isNull();
    return rollup;
  }

  @Test
  void aRollupOfARenamedMetricIsMarkedAfterItsStoredName() {
    MetricRenames renames = MetricRenames.NONE.reserved("mem").renamed("cpu", "mem");
    var hourly = List.of(new Rollup(Duration.ofHours(1), Duration.ofDays(384)));
    Namespace namespace =
        NamespaceBuilder.namespace("ns1")
            .disk(Optional.of(new Disk(Duration.ofDays(24), hourly)))
            .sharding(new Sharding(2, 2))
            .build();
    BatchAccumulator batches = batches(10, 1000);
    Intake intake = intake(batches, new Namespaces(List.of(namespace)).withRenames(renames));
    for (String metric : List.of("mem", "cpu")) {
      assertThat(intake.take(hourlySum(metric))).isNull();
    }
    batches.drain();
    List<String> stored = new ArrayList<>();
    for (Sent one : sent) {
      for (String point : one.points) {
        String name = point.substring(0, point.indexOf(' '));
        var series = SeriesName.of(name, Map.of("host", "a"));
        assertThat(one.partition)
            .isEqualTo(new Sharding(2, 2).shardOf(series.metricHash(), series.hash()));
        stored.add(point);
      }
    }
    assertThat(stored)
        .containsExactlyInAnyOrder(
            "cpu\u001er3600000-sum host=a @1699999200000 7.0",
            "cpu\u001e2\u001er3600000-sum host=a @1699999200000 7.0");
    blocklist.replace(new Blocklist(Set.of(new BlockRule("mem", false))));
    intake.begin();
    assertThat(Objects.requireNonNull(intake.take(hourlySum("mem"))).reason())
        .isEqualTo(Reason.METRIC_BLOCKED);
  }

  @Test
  void aHistogramOfARenamedMetricIsMarkedAfterItsStoredName() {
    MetricRenames renames = MetricRenames.NONE.reserved("mem").renamed("cpu", "mem");
    BatchAccumulator batches = batches(10, 1000);
    Intake intake = intake(batches, TestNamespaces.one().withRenames(renames));
    for (String metric : List.of("mem", "cpu")) {
      assertThat(intake.take(Points.histogram(metric + " 1700000000 0,1=2 host=a"))).isNull();
    }
    batches.drain();
    assertThat(sent.stream().flatMap(one -> one.points.stream()))
        .containsExactlyInAnyOrder(
            "cpu\u001eh host=a @1700000000000 0.0,1.0=2:u=0:o=0",
            "cpu\u001e2\u001eh host=a @1700000000000 0.0,1.0=2:u=0:o=0");
    blocklist.replace(new Blocklist(Set.of(new BlockRule("mem", false))));
    intake.begin();
    assertThat(
            Objects.requireNonNull(intake.take(Points.histogram("mem 1700000000 0,1=2 host=a")))
                .reason())
        .isEqualTo(Reason.METRIC_BLOCKED);
  }

  private static Sent sent(String stored, String value) {
    var name = SeriesName.of(stored, Map.of("host", "a"));
    int shard = new Sharding(2, 2).shardOf(name.metricHash(), name.hash());
    return new Sent("goku-ns1", shard, List.of(stored + " host=a @1700000000000 " + value));
  }

  @Test
  void aReservedNameTakesNoDatapoints() {
    BatchAccumulator batches = batches(10, 1000);
    MetricRenames renames = MetricRenames.NONE.reserved("mem");
    Intake intake = intake(batches, TestNamespaces.one().withRenames(renames));
    Rejection rejected = intake.take(Points.parse("mem 1700000000 1 host=a"));
    assertThat(Objects.requireNonNull(rejected).reason()).isEqualTo(Reason.METRIC_RESERVED);
    assertThat(rejected.message())
        .isEqualTo(
            "metric 'mem' takes no datapoints, because another metric is being renamed to it; if"
                + " this lasts, repeat that rename");
    batches.drain();
    assertThat(sent).isEmpty();
  }

  private Intake intake(BatchAccumulator batches, Namespaces namespaces) {
    var renaming = new Router(namespaces);
    return new Intake(
        () -> renaming, batches, InstantSource.fixed(NOW), Duration.ofMinutes(10), blocklist);
  }

  @Test
  void fullBatchGoesOutAtOnceAndTheRestWhenDrained() {
    BatchAccumulator batches = batches(2, 1000);
    Intake intake = intake(batches);
    for (int i = 1; i <= 3; i++) {
      intake.take(Points.parse("cpu 170000000" + i + " 1"));
    }
    assertThat(sent).hasSize(1);
    assertThat(sent.getFirst().points).hasSize(2);
    batches.drain();
    batches.drain();
    assertThat(sent).hasSize(2);
    assertThat(sent.getLast().points).containsExactly("cpu @1700000003000 1.0");
  }

  @Test
  void batchStaysBelowItsSize() {
    BatchAccumulator batches = batches(1000, 300);
    Intake intake = intake(batches);
    for (int i = 0; i < 100; i++) {
      intake.take(Points.parse("cpu 1700000000 1 host=" + i));
    }
    batches.drain();
    assertThat(sent.stream().mapToInt(batch -> batch.points.size()).sum()).isEqualTo(100);
    assertThat(sent.size()).isGreaterThan(10);
  }

  @Test
  void windowIsTheBackfillOfTheNamespaceAndTheLimitAhead() {
    BatchAccumulator batches = batches(10, 1000);
    assertThat(reason(batches, NOW.getEpochSecond() - 7200)).isNull();
    assertThat(reason(batches, NOW.getEpochSecond() - 7201)).isEqualTo(Reason.TIMESTAMP_TOO_OLD);
    assertThat(reason(batches, NOW.getEpochSecond() + 600)).isNull();
    assertThat(reason(batches, NOW.getEpochSecond() + 601)).isEqualTo(Reason.TIMESTAMP_TOO_NEW);
  }

  @Test
  void windowEndsAtAMillisecond() {
    BatchAccumulator batches = batches(10, 1000);
    assertThat(reason(batches, NOW.toEpochMilli() - 7_200_000)).isNull();
    assertThat(reason(batches, NOW.toEpochMilli() - 7_200_001)).isEqualTo(Reason.TIMESTAMP_TOO_OLD);
    assertThat(reason(batches, NOW.toEpochMilli() + 600_000)).isNull();
    assertThat(reason(batches, NOW.toEpochMilli() + 600_001)).isEqualTo(Reason.TIMESTAMP_TOO_NEW);
  }

  /// After `memory-ttl` and `backfill` were raised, what memory has dropped does not come back.
  @Test
  void windowBeginsWhereTheShardsStillKeepTheTime() {
    long kept = NOW.toEpochMilli() - 5_400_000;
    var router =
        new Router(
            TestNamespaces.one(),
            _ -> kept,
            one -> NamespaceTopic.ready(one.kafkaTopic()),
            _ -> NamespaceGate.OPEN);
    var intake =
        new Intake(
            () -> router,
            batches(10, 1000),
            InstantSource.fixed(NOW),
            Duration.ofMinutes(10),
            blocklist);
    assertThat(intake.take(Points.parse("cpu " + kept + " 1"))).isNull();
    assertThat(intake.take(Points.parse("cpu " + (kept - 1) + " 1")))
        .isEqualTo(
            new Rejection(
                Reason.TIMESTAMP_TOO_OLD,
                "Invalid timestamp 2023-11-14T20:43:19.999Z: now it is 2023-11-14T22:13:20Z, and"
                    + " namespace ns1 takes datapoints from 2023-11-14T20:43:20Z on, until it has"
                    + " kept them for a raised memory-ttl of PT24H (metric \"cpu\")"));
  }

  @Test
  void ageCountsFromTheTimeOfTheRecord() {
    Instant written = NOW.minus(Duration.ofHours(3));
    Intake intake = intake(batches(10, 1000));
    intake.begin(written.toEpochMilli());
    long oldest = written.getEpochSecond() - 7200;
    assertThat(intake.take(Points.parse("cpu " + oldest + " 1"))).isNull();
    assertThat(intake.take(Points.parse("cpu " + (oldest - 1) + " 1")))
        .isEqualTo(
            new Rejection(
                Reason.TIMESTAMP_TOO_OLD,
                "Invalid timestamp 2023-11-14T17:13:19Z: its record was written at"
                    + " 2023-11-14T19:13:20Z, and namespace ns1 takes datapoints for PT2H only"
                    + " (backfill) (metric \"cpu\")"));
    assertThat(intake.take(Points.parse("cpu " + (NOW.getEpochSecond() + 600) + " 1"))).isNull();
  }

  @Test
  void recordOfTheFutureCountsAsWrittenNow() {
    Intake intake = intake(batches(10, 1000));
    intake.begin(NOW.plus(Duration.ofHours(1)).toEpochMilli());
    assertThat(intake.take(Points.parse("cpu " + (NOW.getEpochSecond() - 7200) + " 1"))).isNull();
    assertThat(intake.take(Points.parse("cpu " + (NOW.getEpochSecond() - 7201) + " 1")))
        .isNotNull();
  }

  @Test
  void recordWithoutATimeCountsAsWrittenNow() {
    Intake intake = intake(batches(10, 1000));
    intake.begin(-1);
    assertThat(intake.take(Points.parse("cpu " + (NOW.getEpochSecond() - 7201) + " 1")))
        .isNotNull();
  }

  @Test
  void datapointThatWaitedForLongerThanMemoryKeepsItIsRefused() {
    Instant written = NOW.minus(Duration.ofHours(23));
    Intake intake = intake(batches(10, 1000));
    intake.begin(written.toEpochMilli());
    long oldest = NOW.getEpochSecond() - 24 * 3600;
    assertThat(intake.take(Points.parse("cpu " + oldest + " 1"))).isNull();
    assertThat(intake.take(Points.parse("cpu " + (oldest - 1) + " 1")))
        .isEqualTo(
            new Rejection(
                Reason.TIMESTAMP_TOO_OLD,
                "Invalid timestamp 2023-11-13T22:13:19Z: now it is 2023-11-14T22:13:20Z, and"
                    + " namespace ns1 keeps datapoints in memory for PT24H only (memory-ttl)"
                    + " (metric \"cpu\")"));
  }

  @Test
  void nextRequestIsJudgedByTheClockAgain() {
    Intake intake = intake(batches(10, 1000));
    intake.begin(NOW.minus(Duration.ofHours(3)).toEpochMilli());
    intake.begin();
    assertThat(intake.take(Points.parse("cpu " + (NOW.getEpochSecond() - 7201) + " 1")))
        .isNotNull();
  }

  @Test
  void messageNamesTheWindow() {
    assertThat(intake(batches(10, 1000)).take(Points.parse("cpu 1 1")))
        .extracting(Rejection::message)
        .isEqualTo(
            "Invalid timestamp 1970-01-01T00:00:01Z: now it is 2023-11-14T22:13:20Z, and namespace"
                + " ns1 takes datapoints for PT2H only (backfill) (metric \"cpu\")");
  }

  @Test
  void blockedMetricIsRefusedFromTheNextRecordOnAndTakenAgainWhenUnblocked() {
    BatchAccumulator batches = batches(10, 1000);
    Intake intake = intake(batches);
    var point = Points.parse("cpu.idle 1700000000 1 host=a");
    assertThat(intake.take(point)).isNull();
    blocklist.replace(
        new Blocklist(Set.of(new BlockRule("cpu.", true), new BlockRule("mem", false))));
    intake.begin();
    assertThat(intake.take(point))
        .isEqualTo(
            new Rejection(Reason.METRIC_BLOCKED, "metric 'cpu.idle' is blocked by rule 'cpu.*'"));
    assertThat(intake.take(Points.parse("mem 1700000000 1")))
        .extracting(Rejection::message)
        .isEqualTo("metric 'mem' is blocked by rule 'mem'");
    assertThat(intake.take(Points.parse("memory 1700000000 1"))).isNull();
    assertThat(intake.take(Points.parse("cpu 1700000000 1"))).isNull();
    blocklist.replace(Blocklist.NONE);
    intake.begin();
    assertThat(intake.take(point)).isNull();
    batches.drain();
    assertThat(sent.stream().flatMap(batch -> batch.points.stream())).hasSize(4);
  }

  @Test
  void batchGrowsAcrossRecordsWhileTheRouterStays() {
    BatchAccumulator batches = batches(10, 1000);
    Intake intake = intake(batches);
    for (int i = 1; i <= 3; i++) {
      intake.begin();
      intake.take(Points.parse("cpu 170000000" + i + " 1"));
    }
    assertThat(sent).isEmpty();
    batches.drain();
    assertThat(sent).singleElement().extracting(Sent::points).asInstanceOf(LIST).hasSize(3);
  }

  @Test
  void datapointOfANamespaceThatTheCallerMayNotWriteIsRefusedWithoutNamingIt() {
    BatchAccumulator batches = batches(10, 1000);
    Intake intake = intake(batches);
    var reader = new Caller("bob", Grant.parse(List.of("roles=read")));
    reader.run(intake::begin);
    assertThat(intake.take(Points.parse("cpu 1700000000 1")))
        .isEqualTo(
            new Rejection(
                Reason.FORBIDDEN, "metric 'cpu' is not for bob to write (roles and namespaces)"));
    intake.begin();
    assertThat(intake.take(Points.parse("cpu 1700000001 1"))).isNull();
    batches.drain();
    assertThat(sent)
        .singleElement()
        .extracting(Sent::points)
        .isEqualTo(List.of("cpu @1700000001000 1.0"));
  }

  private @Nullable Reason reason(BatchAccumulator batches, long time) {
    Rejection rejection = intake(batches).take(Points.parse("cpu " + time + " 1"));
    return rejection == null ? null : rejection.reason();
  }

  @Test
  void aNewSeriesOverALimitGoesIntoNoBatchAndOthersDo() throws InterruptedException {
    var shard = FakeShards.full("cpu host=old");
    var router = new Router(FakeShards.ONE_SHARD, shard::gate);
    BatchAccumulator batches = batches(10, 1000);
    var intake =
        new Intake(
            () -> router, batches, InstantSource.fixed(NOW), Duration.ofMinutes(10), blocklist);
    assertThat(intake.take(Points.parse("cpu 1700000000 1 host=old"))).isNull();
    assertThat(intake.take(Points.parse("cpu 1700000000 1 host=new")))
        .extracting(Rejection::reason)
        .isEqualTo(Reason.SERIES_LIMIT);
    assertThat(intake.take(Points.parse("mem 1700000000 1 host=new"))).isNull();
    batches.drain();
    assertThat(sent)
        .flatExtracting(Sent::points)
        .containsExactlyInAnyOrder(
            "cpu host=old @1700000000000 1.0", "mem host=new @1700000000000 1.0");
  }
}
