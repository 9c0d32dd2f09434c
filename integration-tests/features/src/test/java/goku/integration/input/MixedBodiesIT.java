package goku.integration.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.TelnetClient;
import goku.testkit.TestForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random bodies of good and bad datapoints over every protocol: exactly the good ones are stored,
/// the same ones everywhere, and each bad one is reported to its sender or counted.
class MixedBodiesIT {
  private static final int BODIES = TestForm.isLong() ? 10_000 : 100;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> WAYS =
      List.of(".http", ".values", ".gzip", ".telnet", ".kafka-lines", ".kafka-json");

  @TempDir private Path data;

  @Test
  void exactlyTheGoodDatapointsAreStoredOverEveryProtocol() throws IOException {
    var random = new Random(TestForm.seed());
    long startMillis = Instant.now().minus(Duration.ofMinutes(30)).toEpochMilli();
    Map<Long, Double> expected = new HashMap<>();
    int bad = 0;
    Instant began = Instant.now();
    try (var goku = GokuProcess.start(data, "--no-agent");
        var telnet = new TelnetClient(goku.port());
        var kafka = producer(goku)) {
      for (int i = 0; i < BODIES; i++) {
        var body = MixedBody.of(random, i * MixedBody.MOST, startMillis);
        http(goku.http(), body);
        telnet(telnet, body);
        kafka(kafka, body.lines(".kafka-lines"));
        kafka(kafka, random.nextBoolean() ? body.array(".kafka-json") : body.values(".kafka-json"));
        body.good().forEach(number -> expected.put(startMillis + number, (double) number));
        bad += body.bad();
      }
      kafka.flush();
      for (String way : WAYS) {
        await(way)
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(points(goku, way, startMillis)).isEqualTo(expected));
      }
      assertThat(refused(goku, "http")).isEqualTo(3.0 * bad);
      assertThat(refused(goku, "telnet")).isEqualTo(bad);
      // Kafka delivers records again after a rebalance, so refusals may be counted twice
      double leastByKafka = 2.0 * bad;
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(refused(goku, "kafka")).isGreaterThanOrEqualTo(leastByKafka));
      System.out.printf(
          "refused datapoints of Kafka: %.0f sent, %.0f counted%n",
          leastByKafka, refused(goku, "kafka"));
    }
    System.out.printf(
        "bodies: %d, good datapoints: %d, bad ones: %d, each over %d ways, in %s%n",
        BODIES, expected.size(), bad, WAYS.size(), Duration.between(began, Instant.now()));
  }

  private static void http(GokuHttp http, MixedBody body) throws IOException {
    String put = "/api/put?details";
    check(body, http.post(put, body.array(".http").getBytes(ISO_8859_1)).body());
    check(body, http.post(put, body.values(".values").getBytes(ISO_8859_1)).body());
    byte[] zipped = gzip(body.array(".gzip").getBytes(ISO_8859_1));
    check(body, http.post(put, zipped, "Content-Encoding", "gzip").body());
  }

  private static void check(MixedBody body, String answer) {
    var details = GokuHttp.parse(answer);
    assertThat(details.path("success").asInt()).as(answer).isEqualTo(body.good().size());
    assertThat(details.path("failed").asInt()).as(answer).isEqualTo(body.bad());
    assertThat(details.path("errors")).as(answer).hasSize(body.bad());
  }

  private static void telnet(TelnetClient telnet, MixedBody body) {
    telnet.send(body.lines(".telnet").getBytes(ISO_8859_1));
    for (int i = 0; i < body.bad(); i++) {
      assertThat(telnet.line()).startsWith("put: ");
    }
  }

  private static void kafka(KafkaProducer<byte[], byte[]> kafka, String value) {
    var _ = kafka.send(new ProducerRecord<>("metrics", value.getBytes(ISO_8859_1)));
  }

  private static double refused(GokuProcess goku, String source) {
    return goku.http().metric("goku_ingest_rejected_total", "source=\"" + source + "\"");
  }

  private static Map<Long, Double> points(GokuProcess goku, String way, long startMillis) {
    return goku.http().series("mixed" + way, startMillis).getOrDefault("a=b", Map.of());
  }

  private static KafkaProducer<byte[], byte[]> producer(GokuProcess goku) {
    Map<String, Object> config = Map.of("bootstrap.servers", goku.bootstrapServers());
    var bytes = new ByteArraySerializer();
    return new KafkaProducer<>(config, bytes, bytes);
  }

  private static byte[] gzip(byte[] body) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write(body);
    }
    return zipped.toByteArray();
  }
}
