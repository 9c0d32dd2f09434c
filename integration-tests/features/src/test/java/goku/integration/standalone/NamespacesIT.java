package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two namespaces with backfill windows of hours and of days, side by side, and their file edited.
class NamespacesIT {
  private static final String FILE =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 24d, rollups: [{interval: 15m, ttl: 80d}, {interval: 1h, ttl: 384d}]}
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 2
          shards-per-group: 2
          metrics: []
        - name: ns3
          backfill: 3d
          memory-ttl: 5d
          kafka-topic: goku-ns3
          s3: {bucket: goku-ns3}
          shard-groups: 1
          shards-per-group: 1
          metrics: [{prefix: metric4, since: 1672560000}]
      """;

  @TempDir Path directory;

  @Test
  void eachTakesWhatItsBackfillAllows() throws Exception {
    Path file = Files.writeString(directory.resolve("namespaces.yaml"), FILE);
    long now = Instant.now().getEpochSecond();
    long twoDaysAgo = now - 2 * 86_400;
    try (GokuProcess goku =
        GokuProcess.start(
            directory.resolve("data"), "--no-agent", "--namespaces", file.toString())) {
      GokuHttp http = goku.http();
      assertThat(http.put(datapoint("metric4.requests", twoDaysAgo)).statusCode()).isEqualTo(204);
      assertThat(http.put(datapoint("metric4.requests", now)).statusCode()).isEqualTo(204);
      assertThat(http.put(datapoint("requests", now)).statusCode()).isEqualTo(204);
      HttpResponse<String> late =
          http.post("/api/put?details", datapoint("requests", twoDaysAgo).getBytes(UTF_8));
      assertThat(late.statusCode()).isEqualTo(400);
      assertThat(late.body()).contains("ns1").contains("backfill");
      await()
          .untilAsserted(
              () ->
                  assertThat(http.series("metric4.requests", (twoDaysAgo - 60) * 1000))
                      .isEqualTo(
                          Map.of("host=a", Map.of(twoDaysAgo * 1000, 1.5, now * 1000, 1.5))));
      await()
          .untilAsserted(
              () ->
                  assertThat(http.series("requests", (twoDaysAgo - 60) * 1000))
                      .isEqualTo(Map.of("host=a", Map.of(now * 1000, 1.5))));
      followsItsFile(http, file);
    }
  }

  private static void followsItsFile(GokuHttp http, Path file) throws Exception {
    String version = version(FILE);
    assertThat(namespaces(http)).contains("\"version\":\"" + version + "\"");
    Files.writeString(file, FILE.replace("backfill: 3d", "backfill: 3 days"));
    await()
        .untilAsserted(
            () ->
                assertThat(namespaces(http))
                    .contains("\"version\":\"" + version, ":13: namespaces[1].backfill = 3 days"));
    assertThat(http.admin().get("/metrics").body()).contains("goku_namespaces_refused_total 1.0");
    assertThat(http.get("/readyz").statusCode()).isEqualTo(200);
    String changed = FILE.replace("backfill: 3d", "backfill: 4d");
    Files.writeString(file, changed);
    await()
        .untilAsserted(
            () ->
                assertThat(namespaces(http))
                    .contains("\"version\":\"" + version(changed), "\"backfill\":\"4d\"")
                    .doesNotContain("refused"));
  }

  private static String namespaces(GokuHttp http) {
    return http.admin().get("/api/goku/namespaces").body();
  }

  private static String version(String yaml) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(yaml.getBytes(UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  private static String datapoint(String metric, long seconds) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":1.5,\"tags\":{\"host\":\"a\"}}"
        .formatted(metric, seconds);
  }
}
