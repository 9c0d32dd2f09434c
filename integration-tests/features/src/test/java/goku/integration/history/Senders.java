package goku.integration.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.client.GokuProducer;
import goku.client.LossLog;
import goku.client.ProducerOptions;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.TelnetClient;
import goku.testkit.HangLimits;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/// The clients of all protocols. Each call returns once everything is acknowledged, except that
/// telnet has no acknowledgement.
final class Senders implements AutoCloseable {
  static final int PARTITIONS = 4;
  private static final int LINES_OF_A_RECORD = 7;

  private final KafkaProducer<String, String> kafka;
  private final GokuProducer client;

  Senders(String bootstrapServers) {
    var text = new StringSerializer();
    kafka =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "acks", "all"), text, text);
    client = new GokuProducer(ProducerOptions.of(bootstrapServers), new LossLog());
  }

  void send(Protocol protocol, Group group, long value, GokuProcess goku) throws Exception {
    switch (protocol) {
      case HTTP -> put(goku, group, value);
      case TELNET -> telnet(goku, group, value);
      case KAFKA -> toKafka(group, value);
      case CLIENT -> byClient(group, value);
      case DELETE -> delete(goku, group);
    }
  }

  /// Writes to all partitions, so that all that was written before has been read once this is.
  void toKafka(Group group, long value) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    List<String> lines = group.lines(value);
    for (int from = 0; from < lines.size(); from += LINES_OF_A_RECORD) {
      int to = Math.min(from + LINES_OF_A_RECORD, lines.size());
      String record = String.join("\n", lines.subList(from, to));
      int partition = from / LINES_OF_A_RECORD % PARTITIONS;
      sent.add(kafka.send(new ProducerRecord<>("metrics", partition, null, record)));
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  private void byClient(Group group, long value) throws InterruptedException {
    for (String line : group.lines(value)) {
      assertThat(client.sendLine(line)).isTrue();
    }
    assertThat(client.flush(HangLimits.PROCESS)).isTrue();
  }

  private static void put(GokuProcess goku, Group group, long value) {
    String json =
        group.lines(value).stream()
            .map(line -> line.split(" "))
            .map(
                words ->
                    "{\"metric\":\"%s\",\"timestamp\":%s,\"value\":%s,\"tags\":{\"host\":\"%s\"}}"
                        .formatted(words[0], words[1], words[2], words[3].substring(5)))
            .collect(Collectors.joining(",", "[", "]"));
    HttpResponse<String> answer = goku.http().put(json);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  private static void telnet(GokuProcess goku, Group group, long value) {
    try (var telnet = new TelnetClient(goku.port())) {
      for (String line : group.lines(value)) {
        telnet.send(("put " + line).getBytes(UTF_8));
      }
      telnet.send("version".getBytes(UTF_8));
      assertThat(telnet.line()).isNotNull();
    }
  }

  /// A delete is refused while ingestors lag.
  private static void delete(GokuProcess goku, Group group) {
    String path =
        "/api/query?start=%d&end=%d&m=none:%s"
            .formatted(group.startSeconds(), group.startSeconds() + Group.TIMES, group.metric());
    await()
        .atMost(HangLimits.PROCESS)
        .pollInterval(Duration.ofMillis(300))
        .untilAsserted(
            () -> {
              HttpResponse<String> answer = goku.http().delete(path);
              assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            });
  }

  @Override
  public void close() {
    client.close();
    kafka.close();
  }
}
