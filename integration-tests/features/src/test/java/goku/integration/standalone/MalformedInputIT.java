package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.BadInput;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.RejectedTopic;
import goku.integration.fixture.TelnetClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Every kind of malformed input by every way in: refused with its reason, counted, and the
/// datapoints beside it arrive.
@TestInstance(Lifecycle.PER_CLASS)
class MalformedInputIT {
  private final long now = Instant.now().getEpochSecond();
  private final List<BadInput> kinds = BadInput.all(now);

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @BeforeAll
  void start(@TempDir Path data) {
    goku = GokuProcess.start(data, "--no-agent");
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @Test
  void throughKafka() {
    List<BadInput> lines = kinds.stream().filter(kind -> !kind.line().isEmpty()).toList();
    List<BadInput> jsons = kinds.stream().filter(kind -> !kind.json().isEmpty()).toList();
    List<byte[]> records = new ArrayList<>();
    for (BadInput kind : lines) {
      records.add(joined(good("kafka", records.size(), "a"), "\nput ", kind.line(), "\n"));
      records.add(joined(good("kafka", records.size(), "a")));
    }
    for (BadInput kind : jsons) {
      String last = json("kafka", records.size() + 1_000);
      records.add(joined("[", json("kafka", records.size()), ",", kind.json(), ",", last, "]"));
    }
    records.add(joined("{x 1 2\n", good("kafka", records.size(), "a")));
    records.add("{\"metric\":\"cut.off\",\"timest".getBytes(UTF_8));
    records.add("[{]".getBytes(UTF_8));
    records.add(new byte[0]);
    records.add(new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3});
    records.add(("put huge " + now + " 1 a=" + "x".repeat(70_000)).getBytes(UTF_8));
    records.add(joined(good("kafka", records.size(), "last")));
    send(records);

    List<String> reasons =
        RejectedTopic.reasons(goku.bootstrapServers(), lines.size() + jsons.size() + 6);
    List<String> expected = new ArrayList<>();
    lines.forEach(kind -> expected.add(kind.reason().toLowerCase(Locale.ROOT)));
    jsons.forEach(kind -> expected.add(kind.reason().toLowerCase(Locale.ROOT)));
    assertThat(reasons).containsAll(expected);
    assertThat(reasons)
        .contains("json_truncated", "json_malformed", "empty_record", "line_too_long");
    awaitGood("kafka", 2 * lines.size() + 2 * jsons.size() + 2);
    for (String reason : expected) {
      assertThat(goku.http().metric("goku_ingest_rejected_total", reason, "kafka")).isPositive();
    }
  }

  @Test
  void throughHttp() {
    GokuHttp http = goku.http();
    int good = 0;
    for (BadInput kind : kinds) {
      if (!kind.json().isEmpty()) {
        byte[] body =
            joined("[", json("http", good++), ",", kind.json(), "]\n", json("http", good++));
        HttpResponse<String> answer =
            good % 4 == 0
                ? http.post("/api/put?details", body)
                : http.post("/api/put?details", gzip(body), "Content-Encoding", "gzip");
        assertThat(answer.statusCode()).as(kind.kind()).isEqualTo(400);
        JsonNode details = GokuHttp.parse(answer.body());
        assertThat(details.path("failed").asInt()).as(kind.kind() + answer.body()).isEqualTo(1);
        assertThat(details.path("success").asInt()).as(kind.kind()).isEqualTo(2);
        assertThat(details.path("errors").path(0).path("error").asText())
            .as(kind.kind())
            .isNotBlank();
      }
    }
    awaitGood("http", good);
  }

  @Test
  void bodiesThatAreNoJsonOrNoGzip() {
    GokuHttp http = goku.http();
    assertRefused(http.put("{\"metric\":\"cut.off\",\"timest"));
    assertRefused(http.put("[{]"));
    assertRefused(http.put("hello"));
    assertRefused(http.put(""));
    byte[] noGzip = json("wrong", 1).getBytes(UTF_8);
    assertRefused(http.post("/api/put", noGzip, "Content-Encoding", "gzip"));
    byte[] cutGzip = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2};
    assertRefused(http.post("/api/put", cutGzip, "Content-Encoding", "gzip"));
    assertThat(http.put(json("wrong", 2)).statusCode()).isEqualTo(204);
    awaitGood("wrong", 1);
  }

  @Test
  void throughTelnet() {
    List<BadInput> lines =
        kinds.stream()
            .filter(kind -> !kind.line().isEmpty() && !kind.line().contains("\n"))
            .toList();
    try (var telnet = new TelnetClient(goku.port())) {
      int good = 0;
      for (BadInput kind : lines) {
        telnet.send(good("telnet", good++, "a").getBytes(UTF_8));
        telnet.send(joined("put ", kind.line()));
        assertThat(telnet.line()).as(kind.kind()).startsWith("put: ");
      }
      telnet.send(("put huge " + now + " 1 a=" + "x".repeat(70_000)).getBytes(UTF_8));
      assertThat(telnet.line()).contains("65536");
      telnet.send("what is this".getBytes(UTF_8));
      assertThat(telnet.line()).contains("unknown command");
      awaitGood("telnet", good);
    }
  }

  @Test
  void aClientThatNeverReadsHurtsNobody() {
    try (var deaf = new TelnetClient(goku.port())) {
      byte[] bad = "put nothing\n".repeat(10_000).getBytes(UTF_8);
      for (int i = 0; i < 50; i++) {
        deaf.send(bad);
      }
      deaf.send(good("deaf", 0, "a").getBytes(UTF_8));
      awaitGood("deaf", 1);
    }
  }

  private void send(List<byte[]> records) {
    Map<String, Object> config = Map.of("bootstrap.servers", goku.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (byte[] record : records) {
        var _ = producer.send(new ProducerRecord<byte[], byte[]>("metrics", record));
      }
      producer.flush();
    }
  }

  private void awaitGood(String way, int count) {
    await()
        .atMost(Duration.ofMinutes(2)) // more than the patience with a client that never reads
        .untilAsserted(
            () -> assertThat(goku.http().series("good." + way, (now - 60) * 1000)).hasSize(count));
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(GokuHttp.parse(answer.body()).path("error").path("message").asText()).isNotBlank();
  }

  private String good(String way, int number, String place) {
    return "put good." + way + " " + now + " 1 n=" + number + " place=" + place;
  }

  private String json(String way, int number) {
    return "{\"metric\":\"good.%s\",\"timestamp\":%d,\"value\":1,\"tags\":{\"n\":\"%d\"}}"
        .formatted(way, now, number);
  }

  private static byte[] gzip(byte[] body) {
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private static byte[] joined(String... parts) {
    return String.join("", Arrays.asList(parts)).getBytes(ISO_8859_1);
  }
}
