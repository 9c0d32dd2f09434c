package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.point;
import static goku.ingest.put.PutFixture.post;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.ingest.Points;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.routing.IngestMetrics;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.Live;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

/// Puts with refused datapoints that are acknowledged nevertheless.
class AcceptedRefusalsTest {
  private static final String GOOD = point("m", "1");
  private static final String BAD = point("x", "\"abc\"");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Live<Blocklist> blocklist = new Live<>(Blocklist.NONE);
  private final MockProducer<byte[], byte[]> kafka = kafka(true);

  private PutHandler put(SeriesNameRules rules, MockProducer<byte[], byte[]> producer) {
    return new PutHandler(
        PutFixture.settings(rules, blocklist, RefusedPuts.ACCEPT),
        PutKind.DATAPOINTS,
        producer,
        new IngestMetrics(registry, "http"));
  }

  @Test
  void putIsAcknowledgedOnceTheRejectedTopicHasTheRefusedDatapoints() {
    String body = "[" + BAD + "," + GOOD + "," + BAD + "]";
    assertThat(put(Points.RULES, kafka).handle(post(body)).status()).isEqualTo(204);
    assertThat(topics(kafka)).containsExactlyInAnyOrder("rejected", "goku-ns1", "rejected");
    ProducerRecord<byte[], byte[]> refused = kafka.history().getFirst();
    assertThat(new String(refused.value(), UTF_8)).isEqualTo(BAD);
    assertThat(header(refused, "reason")).isEqualTo("value_invalid");
    assertThat(header(refused, "message")).contains("abc");
    assertThat(header(refused, "client")).isEqualTo("test");
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "http", "reason", "value_invalid")
                .counter()
                .count())
        .isEqualTo(2);
  }

  @Test
  void brokenRestIsKeptToo() {
    assertThat(put(Points.RULES, kafka).handle(post(GOOD + "{\"metric\"")).status()).isEqualTo(204);
    assertThat(new String(kafka.history().getFirst().value(), UTF_8)).isEqualTo("{\"metric\"");
  }

  @Test
  void detailsStillNameTheRefusedDatapoints() throws IOException {
    HttpResponse response = put(Points.RULES, kafka).handle(post("[" + BAD + "]", "details"));
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    assertThat(response.status()).isEqualTo(200);
    assertThat(out.toString(UTF_8)).startsWith("{\"success\":0,\"failed\":1,\"errors\":[{");
  }

  @Test
  void putIsNotAcknowledgedWithoutTheRejectedTopic() {
    MockProducer<byte[], byte[]> broken = kafka(true);
    broken.sendException = new UnknownTopicOrPartitionException("no such topic");
    HttpError error =
        catchThrowableOfType(
            HttpError.class, () -> put(Points.RULES, broken).handle(post("[" + BAD + "]")));
    assertThat(error.status()).isEqualTo(503);
    assertThat(error.details()).contains("no such topic");
  }

  @Test
  void blockedDatapointsAreKeptNowhere() {
    blocklist.replace(new Blocklist(Set.of(new BlockRule("m", false))));
    assertThat(put(Points.RULES, kafka).handle(post(GOOD)).status()).isEqualTo(204);
    assertThat(kafka.history()).isEmpty();
  }

  @Test
  void bodyThatAStrictIngestorRejectsAsAWholeIsAnError() {
    PutHandler strict = put(SeriesNameRules.strict(100, 1000), kafka);
    HttpError error =
        catchThrowableOfType(HttpError.class, () -> strict.handle(post("[" + GOOD + ",5]")));
    assertThat(error.status()).isEqualTo(400);
  }

  private static List<String> topics(MockProducer<byte[], byte[]> kafka) {
    return kafka.history().stream().map(ProducerRecord::topic).toList();
  }

  private static String header(ProducerRecord<byte[], byte[]> message, String name) {
    return new String(message.headers().lastHeader(name).value(), UTF_8);
  }
}
