package goku.integration.namespaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuProcess;
import goku.integration.load.HttpSink;
import goku.integration.load.Inspection;
import goku.integration.load.KafkaSink;
import goku.integration.load.KnownSeries;
import goku.integration.load.Queriers;
import goku.integration.load.Roots;
import goku.integration.load.SteadyWriter;
import goku.integration.load.Tally;
import goku.integration.load.Written;
import goku.testkit.HangLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The three namespaces of Figure 6 of the paper side by side in one standalone under load: while
/// all is written and asked, its file is edited. The third is added, the second is changed, and the
/// metrics of one prefix move to the third, those that come late too.
class NamespaceChangesIT {
  private static final int ENOUGH = 60;
  private static final Duration AHEAD = Duration.ofSeconds(20);
  private static final Duration PATIENCE = HangLimits.STEP;

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
    Path file = directory.resolve("namespaces.yaml");
    Files.writeString(file, FIRST_TWO.formatted("24h"));
    try (var goku =
            GokuProcess.start(
                directory.resolve("data"), "--no-agent", "--namespaces", file.toString());
        var roots = new Roots(List.of(new Roots.Root(url(goku), () -> false)));
        var writers = new Writers()) {
      long now = System.currentTimeMillis();
      var stays = KnownSeries.from("stays", 10, now, 500, 10);
      var memory = KnownSeries.from("memory.used", 10, now, 500, 10);
      var moves = KnownSeries.from("moved.now", 10, now, 500, 10);
      var byTopic = KnownSeries.from("moved.topic", 10, now, 500, 10);
      // of before the move for ever
      var late = KnownSeries.from("moved.late", 10, now - 1_800_000, 500, 10);
      for (KnownSeries series : List.of(stays, memory, moves, late)) {
        writers.add(new SteadyWriter(series, new HttpSink(url(goku), PATIENCE)));
      }
      Written fromTopic =
          writers
              .add(new SteadyWriter(byTopic, new KafkaSink(goku.bootstrapServers(), PATIENCE)))
              .written();
      List<Written> asked = writers.written();
      Instant since;
      try (var queriers = new Queriers(roots, asked, tally, 2)) {
        enough(tally, "before");
        tally.begin("change");
        since = change(goku, file);
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(since));
        tally.begin("after");
        // so that queries reach beyond the move
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
      requireEachInItsPlace(goku, since.getEpochSecond() * 1000);
      assertThat(goku.http().get("/readyz").statusCode()).isEqualTo(200);
    }
    System.out.println(tally.report());
    assertThat(tally.wrong()).as(tally.report()).isZero();
    for (String stage : List.of("before", "change", "after", "across")) {
      assertThat(tally.failed(stage) + tally.marked(stage)).as(tally.report()).isZero();
    }
  }

  /// Raises a TTL and moves metrics to a third namespace. Returns when the move begins.
  private static Instant change(GokuProcess goku, Path file) throws IOException {
    for (Duration ahead = AHEAD; ; ahead = ahead.multipliedBy(2)) {
      Instant since = Instant.now().plus(ahead);
      Files.writeString(file, FIRST_TWO.formatted("30h") + third(since));
      await()
          .atMost(PATIENCE)
          .until(() -> inForce(goku).contains("ns3") || Instant.now().isAfter(since));
      // otherwise the process read the file too late for a move so soon
      if (inForce(goku).contains("ns3") || ahead.compareTo(PATIENCE) > 0) {
        assertThat(inForce(goku)).contains("ns3", "\"memory-ttl\":\"30h\"");
        return since;
      }
    }
  }

  /// A datapoint is in the namespace of its own time, however late it comes.
  private static void requireEachInItsPlace(GokuProcess goku, long split) {
    Map<String, List<Long>> first = NamespaceLog.read(goku.bootstrapServers(), "goku-ns1");
    Map<String, List<Long>> second = NamespaceLog.read(goku.bootstrapServers(), "goku-ns2");
    Map<String, List<Long>> third = NamespaceLog.read(goku.bootstrapServers(), "goku-ns3");
    assertThat(first).containsOnlyKeys("stays", "moved.now", "moved.topic", "moved.late");
    assertThat(second).containsOnlyKeys("memory.used");
    assertThat(third).containsOnlyKeys("moved.now", "moved.topic");
    for (String metric : third.keySet()) {
      assertThat(first.get(metric)).as(metric).allMatch(time -> time < split);
      assertThat(third.get(metric)).as(metric).allMatch(time -> time >= split);
    }
  }

  private static String url(GokuProcess goku) {
    return "http://127.0.0.1:" + goku.port();
  }

  private static String inForce(GokuProcess goku) {
    return goku.http().admin().get("/api/goku/namespaces").body();
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
