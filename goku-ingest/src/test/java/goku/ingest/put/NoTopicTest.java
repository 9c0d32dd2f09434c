package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.point;
import static goku.ingest.put.PutFixture.post;
import static goku.ingest.put.PutFixture.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.LineHandler;
import goku.ingest.Points;
import goku.ingest.TestNamespaces;
import goku.ingest.limit.NamespaceGate;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.NamespaceRouting;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;

/// Tests of puts to a namespace whose topic is missing, because Kafka was unavailable when the
/// namespace was added.
class NoTopicTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final NamespaceRouting routing =
      new NamespaceRouting(TestNamespaces.one(), _ -> Long.MIN_VALUE, _ -> NamespaceGate.OPEN);
  private final PutSettings settings =
      new PutSettings(
          Points.RULES,
          1000,
          routing::current,
          new BatchLimits(100, 10_000),
          Duration.ofMillis(5),
          InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)),
          Duration.ofMinutes(10),
          new Live<>(Blocklist.NONE),
          PutFixture.TIMEOUT,
          PutFixture.quotas(),
          RefusedPuts.ERROR,
          "rejected",
          FormatLevel.newest(),
          42);

  @Test
  void anHttpClientIsToldToSendAgain() {
    var put =
        new PutHandler(settings, PutKind.DATAPOINTS, kafka, new IngestMetrics(registry, "http"));
    assertThatThrownBy(() -> put.handle(post(point("m", "1"))))
        .isInstanceOfSatisfying(
            HttpError.class, error -> assertThat(error.status()).isEqualTo(503));
    assertThat(stored(kafka)).isEmpty();
    routing.ensureTopics(TestNamespaces.one(), namespace -> {});
    assertThat(put.handle(post(point("m", "1"))).status()).isEqualTo(204);
    assertThat(stored(kafka)).hasSize(1);
  }

  @Test
  void aTelnetClientIsToldToo() {
    List<String> lines = new ArrayList<>();
    var replies =
        new LineHandler.Replies() {
          @Override
          public void reply(String line) {
            lines.add(line);
          }

          @Override
          public void close() {}
        };
    LineHandler telnet = new TelnetFactory(settings, kafka, registry, "1").open("test");
    byte[] line = "put m 1700000000 1 a=b".getBytes(UTF_8);
    telnet.line(line, 0, line.length, replies);
    telnet.rest(false, replies);
    assertThat(lines)
        .singleElement()
        .satisfies(
            reply -> assertThat(reply).startsWith("put: storage error:").contains("goku-ns1"));
    assertThat(registry.get("goku.ingest.failed").tag("source", "telnet").counter().count())
        .isEqualTo(1);
  }
}
