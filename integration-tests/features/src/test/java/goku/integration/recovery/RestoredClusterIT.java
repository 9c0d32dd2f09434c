package goku.integration.recovery;

import static goku.integration.recovery.Truth.await;
import static goku.integration.recovery.Truth.awaitWhileTimePasses;
import static goku.integration.recovery.Truth.times;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.Accepted;
import goku.integration.fixture.GokuHttp;
import goku.testkit.DirectoryTree;
import goku.testkit.ManualClock;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the loss of all machines of a cluster with their disks, including ZooKeeper. Empty
/// machines with other names, given its Kafka, its S3 and its namespaces file, serve everything
/// again: GokuL's data, memory, and data that was only in Kafka.
class RestoredClusterIT {
  private static final Duration STEP = Duration.ofHours(1);
  private static final int STEPS = 24;
  private static final int HOSTS = 12;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 12h
          disk:
            raw-ttl: 4d
            rollups: [{interval: 15m, ttl: 10d}]
            shard-groups: 1
            shards-per-group: 2
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 2
        - name: ns2
          backfill: 2h
          memory-ttl: 30h
          kafka-topic: goku-ns2
          s3: {bucket: goku-ns2}
          shard-groups: 1
          shards-per-group: 1
          metrics: [{prefix: memory., since: 1672531200}]
      """;

  @TempDir private Path directory;

  /// The start, in the past, because Kafka stamps records with the machine's time.
  private final long start =
      Instant.now().toEpochMilli() / 86_400_000 * 86_400_000 - 3 * 86_400_000;

  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(start));
  private final Truth truth = new Truth(start - 1);

  @Test
  void everythingIsServedAgain() throws Exception {
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    Path lost = directory.resolve("lost");
    try (var outside = new Outside(directory, clock)) {
      Map<String, String> answers = new LinkedHashMap<>();
      try (var nodes = new Nodes(lost, namespaces, outside, clock)) {
        nodes.awaitReady();
        writeAndRead(nodes.http());
        annotate(nodes.http());
        awaitWhileTimePasses(clock, () -> answers.putAll(answers(nodes.http())));
        nodes.stopGokuS();
        // from here on, only S3 has the existing datapoints
        new NamespaceTopic(outside.brokers(), "goku-ns1", 2).deleteRecords();
        new NamespaceTopic(outside.brokers(), "goku-ns2", 1).deleteRecords();
        clock.advance(STEP);
        write(nodes.http(), STEPS);
      }
      long sent = clock.millis();
      outside.send("put only.kafka %d 7 host=h1".formatted(sent / 1000));
      new DirectoryTree(lost).remove();
      try (var nodes = new Nodes(directory.resolve("new"), namespaces, outside, clock)) {
        nodes.awaitReady();
        truth.awaitAll(nodes.http());
        awaitWhileTimePasses(clock, () -> assertThat(answers(nodes.http())).isEqualTo(answers));
        await(
            () ->
                assertThat(nodes.http().series("only.kafka", start))
                    .isEqualTo(Map.of("host=h1", Map.of(sent, 7.0))));
      }
    }
  }

  /// Half of the time is on disks only in the end.
  private void writeAndRead(GokuHttp http) {
    for (int step = 0; step < STEPS; step++) {
      clock.advance(STEP);
      write(http, step);
      if (step % 4 == 3) {
        truth.awaitAll(http);
      }
    }
  }

  private void write(GokuHttp http, int step) {
    List<Long> minutes = times(start + step * STEP.toMillis(), 60, 1);
    truth.write(http, "cpu.user", HOSTS, 1, minutes, 0);
    truth.write(http, "memory.used", HOSTS, 2, minutes, 0);
  }

  private void annotate(GokuHttp http) {
    String note = "{\"startTime\": %d, \"description\": \"all is well\"}".formatted(start / 1000);
    HttpResponse<String> saved =
        Accepted.answer(() -> http.post("/api/annotation", note.getBytes(UTF_8)));
    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
  }

  /// Returns the answers by query, for complete hours.
  private Map<String, String> answers(GokuHttp http) {
    String range = "?start=%d&end=%d".formatted(start, start + STEPS * STEP.toMillis() - 1);
    Map<String, String> answers = new LinkedHashMap<>();
    for (String asked :
        List.of(
            "/api/query" + range + "&m=sum:1h-max:cpu.user",
            "/api/query" + range + "&m=max:rate:30m-max:cpu.user{host=*}",
            "/api/query" + range + "&m=p90:15m-count:memory.used&global_annotations",
            "/api/annotation?start_time=" + start / 1000,
            "/api/suggest?type=metrics&q=m",
            "/api/search/lookup?m=cpu.user{host=*}")) {
      HttpResponse<String> answer = http.get(asked.replace("{", "%7B").replace("}", "%7D"));
      assertThat(answer.statusCode()).as(asked + answer.body()).isEqualTo(200);
      assertThat(answer.headers().firstValue("X-Goku-Partial")).as(asked).isEmpty();
      // but for how long it took
      answers.put(asked, answer.body().replaceAll("\"time\":[^,]+", ""));
    }
    return answers;
  }
}
