package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.point;
import static goku.ingest.put.PutFixture.post;
import static goku.ingest.put.PutFixture.settings;
import static goku.ingest.put.PutFixture.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.LineHandler;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.ingest.Points;
import goku.ingest.routing.IngestMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;

/// Tests of permissions and quotas of puts. All metrics belong to the namespace ns1.
class PutAccessTest {
  private static final Caller ALLOWED = caller("roles=write", "namespaces=ns1,ns2");
  private static final Caller ELSEWHERE = caller("roles=write", "namespaces=ns2");
  private static final Caller READER = caller("roles=read");
  private static final Caller SLOW = caller("datapoints-per-second=1");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final PutSettings settings = settings(Points.RULES);
  private final PutHandler put =
      new PutHandler(settings, PutKind.DATAPOINTS, kafka, new IngestMetrics(registry, "http"));
  private final LineHandler telnet = new TelnetFactory(settings, kafka, registry, "1").open("test");
  private final List<String> replies = new ArrayList<>();

  private static Caller caller(String... grant) {
    return new Caller("someone", Grant.parse(List.of(grant)));
  }

  private HttpResponse put(Caller caller, String body, String... parameters) {
    HttpRequest plain = post(body, parameters);
    var request = PutFixture.by(caller, plain);
    return caller.call(() -> put.handle(request));
  }

  private List<String> say(Caller caller, String line) {
    replies.clear();
    byte[] bytes = line.getBytes(UTF_8);
    caller.run(() -> telnet.line(bytes, 0, bytes.length, new Written()));
    telnet.rest(false, new Written());
    return List.copyOf(replies);
  }

  private double refused(String source, String reason) {
    return registry
        .get("goku.ingest.rejected")
        .tags("source", source, "reason", reason)
        .counter()
        .count();
  }

  @Test
  void datapointsOfAnotherNamespaceAreRefusedOneByOne() throws Exception {
    assertThat(put(ALLOWED, point("m", "1")).status()).isEqualTo(204);
    var body = new ByteArrayOutputStream();
    for (Caller caller : List.of(ELSEWHERE, READER)) {
      HttpResponse answer = put(caller, point("n", "1"), "details");
      assertThat(answer.status()).isEqualTo(400);
      answer.body().writeTo(body);
      assertThatThrownBy(() -> put(caller, point("n", "1")))
          .isInstanceOf(HttpError.class)
          .hasMessageContaining("One or more data points had errors");
    }
    assertThat(body.toString(UTF_8))
        .contains("metric 'n' is not for someone to write")
        .doesNotContain("ns1");
    assertThat(stored(kafka)).containsExactly("m a=b @1700000000000 1.0");
    assertThat(refused("http", "forbidden")).isEqualTo(4);
  }

  @Test
  void aLineOfAnotherNamespaceIsRefusedByALine() {
    assertThat(say(ALLOWED, "put m 1700000000 1 a=b")).isEmpty();
    assertThat(say(ELSEWHERE, "put n 1700000000 1 a=b"))
        .containsExactly(
            "put: illegal argument: metric 'n' is not for someone to write (roles and namespaces)");
    assertThat(say(READER, "put n 1700000000 1 a=b")).hasSize(1);
    assertThat(stored(kafka)).containsExactly("m a=b @1700000000000 1.0");
    assertThat(refused("telnet", "forbidden")).isEqualTo(2);
  }

  @Test
  void whoSendsMoreThanTheirRateIsToldWhenToComeBack() {
    String twenty = IntStream.range(0, 20).mapToObj(i -> point("m" + i, "1")).toList().toString();
    assertThat(put(SLOW, twenty).status()).isEqualTo(204);
    assertThatThrownBy(() -> put(SLOW, point("n", "1")))
        .isInstanceOfSatisfying(
            HttpError.class,
            error -> {
              assertThat(error.status()).isEqualTo(429);
              assertThat(error.retryAfter()).isGreaterThan(Duration.ofSeconds(10));
            })
        .hasMessageContainingAll("someone", "1 datapoints a second");
    assertThat(say(SLOW, "put n 1700000000 1 a=b"))
        .containsExactly(
            "put: quota exceeded: someone sent more than 1 datapoints a second: send it again"
                + " later");
    assertThat(put(ALLOWED, point("n", "1")).status()).isEqualTo(204);
    assertThat(stored(kafka)).hasSize(21);
    assertThat(refused("http", "over_quota")).isOne();
    assertThat(refused("telnet", "over_quota")).isOne();
  }

  @Test
  void commandsThatTellOfTheProcessAreNotForCallersOfSomeNamespaces() {
    assertThat(say(ALLOWED, "stats")).singleElement().asString().startsWith("stats: forbidden: ");
    assertThat(say(READER, "dropcaches"))
        .singleElement()
        .asString()
        .startsWith("dropcaches: forbidden: ");
    assertThat(say(ALLOWED, "version")).containsExactly("goku 1");
  }

  private final class Written implements LineHandler.Replies {
    @Override
    public void reply(String line) {
      replies.add(line);
    }

    @Override
    public void close() {}
  }
}
