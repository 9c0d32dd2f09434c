package goku.integration.namespaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.config.NamespacesFile;
import goku.integration.cluster.load.HttpSink;
import goku.integration.cluster.load.Inspection;
import goku.integration.cluster.load.KafkaSink;
import goku.integration.cluster.load.KnownSeries;
import goku.integration.cluster.load.Queriers;
import goku.integration.cluster.load.Roots;
import goku.integration.cluster.load.SteadyWriter;
import goku.integration.cluster.load.Tally;
import goku.integration.cluster.load.Written;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.TimeRange;
import goku.query.PointBuffer;
import goku.query.Resolution;
import goku.query.SeriesFilter;
import goku.query.SeriesSelection;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The three namespaces of Figure 6 of the paper side by side under load: while all is written and
/// asked, the third is added, the second is changed, and the metrics of one prefix move to the
/// third, those that come late too.
class NamespaceChangesIT {
  private static final int ENOUGH = 60;
  private static final Duration AHEAD = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String FIRST_TWO =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 24d, rollups: [{interval: 15m, ttl: 80d}, {interval: 1h, ttl: 384d}]}
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 2
          metrics: []
        - name: ns2
          backfill: 2h
          memory-ttl: %s
          kafka-topic: goku-ns2
          s3: {bucket: goku-ns2}
          shard-groups: 1
          shards-per-group: 1
          metrics: [{prefix: memory., since: 1704009600}]
      """;

  @TempDir Path directory;

  @Test
  void noDatapointIsLostOrDoubledAndEveryAnswerIsRight() throws Exception {
    var tally = new Tally();
    tally.begin("before");
    try (var goku = new LiveDeployment(directory, parsed(FIRST_TWO.formatted("24h")));
        var roots = new Roots(List.of(new Roots.Root(goku.url(), () -> false)));
        var writers = new Writers()) {
      long now = System.currentTimeMillis();
      var stays = KnownSeries.from("stays", 10, now, 500, 10);
      var memory = KnownSeries.from("memory.used", 10, now, 500, 10);
      var moves = KnownSeries.from("moved.now", 10, now, 500, 10);
      var byTopic = KnownSeries.from("moved.topic", 10, now, 500, 10);
      // of before the move for ever
      var late = KnownSeries.from("moved.late", 10, now - 1_800_000, 500, 10);
      List<String> urls = List.of(goku.url());
      for (KnownSeries series : List.of(stays, memory, moves, late)) {
        writers.add(new SteadyWriter(series, new HttpSink(urls, 0)));
      }
      Written fromTopic =
          writers.add(new SteadyWriter(byTopic, new KafkaSink(goku.brokers()))).written();
      List<Written> asked = writers.written();
      Instant since;
      try (var queriers = new Queriers(roots, asked, tally, 2)) {
        enough(tally, "before");
        since = Instant.now().plus(AHEAD);
        tally.begin("change");
        goku.change(parsed(FIRST_TWO.formatted("30h") + third(since)));
        await()
            .atMost(Duration.ofSeconds(5))
            .untilAsserted(
                () ->
                    assertThat(goku.inMemory(named(goku.namespaces(), "ns3").shard(0)))
                        .isPresent());
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(since));
        tally.begin("after");
        // so that what is asked about reaches beyond the move
        long beyond = since.plus(Queriers.SETTLED).plusSeconds(5).toEpochMilli();
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    asked.stream()
                        .filter(written -> !written.series().equals(late))
                        .allMatch(
                            written -> written.series().time(written.acknowledged()) > beyond));
        tally.begin("across");
        enough(tally, "across");
        queriers.stop();
        writers.stop();
        Inspection.requireAll(roots, writers.written());
        assertThat(fromTopic.acknowledged()).isPositive();
        assertThat(writers.failures()).isZero();
      }
      long split = since.getEpochSecond() * 1000;
      Namespaces all = goku.namespaces();
      assertThat(timesOf(goku, all, "ns1", "moved.now")).isNotEmpty().allMatch(t -> t < split);
      assertThat(timesOf(goku, all, "ns3", "moved.now")).isNotEmpty().allMatch(t -> t >= split);
      assertThat(timesOf(goku, all, "ns3", "moved.topic")).isNotEmpty().allMatch(t -> t >= split);
      assertThat(timesOf(goku, all, "ns3", "moved.late")).isEmpty();
      assertThat(timesOf(goku, all, "ns3", "stays")).isEmpty();
      assertThat(timesOf(goku, all, "ns2", "memory.used")).isNotEmpty();
      assertThat(goku.complaints()).isEmpty();
    }
    System.out.println(tally.report());
    assertThat(tally.wrong()).as(tally.report()).isZero();
    for (String stage : List.of("before", "change", "after", "across")) {
      assertThat(tally.failed(stage) + tally.marked(stage)).as(tally.report()).isZero();
    }
  }

  private static String third(Instant since) {
    return """
      - name: ns3
        backfill: 3d
        memory-ttl: 5d
        disk: {raw-ttl: 24d, rollups: [{interval: 1h, ttl: 1095d}]}
        kafka-topic: goku-ns3
        s3: {bucket: goku-ns3}
        shard-groups: 1
        shards-per-group: 3
        metrics: [{prefix: moved., since: %d}]
    """
        .formatted(since.getEpochSecond());
  }

  private static void enough(Tally tally, String stage) {
    await()
        .atMost(PATIENCE)
        .until(() -> tally.right(stage) >= ENOUGH || tally.wrong() + tally.failed(stage) > 0);
  }

  /// The times of all datapoints of a metric that GokuS has in a namespace.
  private static List<Long> timesOf(
      LiveDeployment goku, Namespaces all, String namespace, String metric) {
    List<Long> times = new ArrayList<>();
    var filter = new SeriesFilter(metric, List.of(), false);
    var always = new TimeRange(0, Long.MAX_VALUE);
    named(all, namespace)
        .allShards()
        .forEach(
            shard -> {
              try (SeriesSelection found =
                  goku.inMemory(shard).orElseThrow().select(filter, always, Resolution.RAW)) {
                var points = new PointBuffer();
                for (int i = 0; i < found.size(); i++) {
                  found.reader().read(i, points);
                  for (int n = 0; n < points.size(); n++) {
                    times.add(points.timestamps()[n]);
                  }
                }
              }
            });
    return times;
  }

  private static Namespace named(Namespaces all, String name) {
    return all.all().stream()
        .filter(namespace -> namespace.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static Namespaces parsed(String yaml) {
    return NamespacesFile.parse(yaml, "namespaces of the test");
  }

  /// Writers that end together.
  private static final class Writers implements AutoCloseable {
    private final List<SteadyWriter> all = new ArrayList<>();

    SteadyWriter add(SteadyWriter writer) {
      all.add(writer);
      return writer;
    }

    List<Written> written() {
      return all.stream().map(SteadyWriter::written).toList();
    }

    int failures() {
      return all.stream().mapToInt(SteadyWriter::failures).sum();
    }

    void stop() {
      all.forEach(SteadyWriter::stop);
    }

    @Override
    public void close() {
      all.forEach(SteadyWriter::close);
    }
  }
}
