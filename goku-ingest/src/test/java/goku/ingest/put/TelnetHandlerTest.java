package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.settings;
import static goku.ingest.put.PutFixture.stored;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.LineHandler;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.LineParser;
import goku.ingest.parse.SeriesNameRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelnetHandlerTest {
  private final Written written = new Written();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final LineHandler telnet = open(kafka);

  private static LineHandler open(MockProducer<byte[], byte[]> producer) {
    PutSettings settings = settings(SeriesNameRules.strict(100, 1000));
    return new TelnetFactory(settings, producer, new SimpleMeterRegistry(), "1.2").open("test");
  }

  private void say(LineHandler handler, String... lines) {
    for (String line : lines) {
      byte[] bytes = ("xx" + line).getBytes(UTF_8);
      handler.line(bytes, 2, bytes.length - 2, written);
    }
  }

  @Test
  void goodPutIsSilentAndSentWhenItHasLingered() {
    say(telnet, "put m 1700000000 1 a=b", "put m 1700000001 2 a=b\r");
    assertThat(kafka.history()).isEmpty();
    telnet.rest(false, written);
    assertThat(stored(kafka))
        .containsExactly("m a=b @1700000000000 1.0", "m a=b @1700000001000 2.0");
    assertThat(written.lines).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put|put: illegal argument",
        "put  m 1700000000 1 a=b|put: illegal argument",
        "put m 1700000000 1|put: illegal argument",
        "put m 1700000000 1 a=|put: illegal argument",
        "put m 0 1 a=b|put: illegal argument",
        "put m 17935776000000 1 a=b|put: illegal argument",
        "put m abc 1 a=b|put: invalid value",
        "put m 1700000000 abc a=b|put: invalid value",
        "put m 1700000000 NaN a=b|put: invalid value",
        "put m 1700000000 9223372036854775808 a=b|put: invalid value",
        "nosuchcommand a b|unknown command",
        "''|unknown command",
        "diediedie|diediedie: not allowed",
        "version|goku 1.2",
        "help|available commands",
        "dropcaches|Caches dropped",
      })
  void badLineIsAnsweredByOneLine(String line, String answer) {
    say(telnet, line);
    telnet.rest(false, written);
    assertThat(written.lines).hasSize(1);
    assertThat(written.lines.getFirst()).startsWith(answer);
    assertThat(kafka.history()).isEmpty();
  }

  /// Blanks end a word, so that a tag value with blanks is read as tags without values.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "put \"rep.td\" 1700000000 1 host=a|Invalid metric name (\"\"rep.td\"\"): illegal"
            + " character: \"",
        "put m 1700000000 1 id=G1 Eden Space|invalid tag: \"Eden\" after \"id=G1\": wanted"
            + " key=value (metric \"m\")",
        "put m 1700000000 1 id|invalid tag: \"id\": wanted key=value (metric \"m\")",
        "put m 1700000000 1 id=\"G1|Invalid tag value with key [id] (\"\"G1\"): illegal character:"
            + " \" (metric \"m\")",
      })
  void badLineIsAnsweredWithItsMetricAndTheWholeWord(String line, String answer) {
    say(telnet, line);
    assertThat(written.lines).containsExactly("put: illegal argument: " + answer);
  }

  @Test
  void badLineDoesNotTouchItsNeighbours() {
    say(telnet, "put m 1700000000 1 a=b", "put m x 1 a=b", "put m 1700000060 2 a=b");
    telnet.rest(false, written);
    assertThat(stored(kafka)).hasSize(2);
    assertThat(written.lines).hasSize(1);
  }

  @Test
  void whatKafkaDoesNotAcknowledgeIsTold() {
    LineHandler lost = open(kafka(false));
    say(lost, "put m 1700000000 1 a=b", "put m 1700000001 1 a=b");
    lost.rest(false, written);
    assertThat(written.lines).hasSize(1);
    assertThat(written.lines.getFirst()).startsWith("put: storage error: 2 datapoints");
    lost.rest(false, written);
    assertThat(written.lines).hasSize(1);
  }

  @Test
  void withMoreLinesInHandKafkasAnswerIsWaitedForWhenTheNextAreSent() {
    MockProducer<byte[], byte[]> slow = kafka(false);
    LineHandler pipelined = open(slow);
    say(pipelined, "put m 1700000000 1 a=b");
    pipelined.rest(true, written);
    assertThat(stored(slow)).containsExactly("m a=b @1700000000000 1.0");
    assertThat(written.lines).isEmpty();
    slow.errorNext(new IllegalStateException("disk full"));
    say(pipelined, "put m 1700000001 2 a=b");
    pipelined.rest(true, written);
    assertThat(stored(slow))
        .containsExactly("m a=b @1700000000000 1.0", "m a=b @1700000001000 2.0");
    assertThat(written.lines).hasSize(1);
    assertThat(written.lines.getFirst())
        .startsWith("put: storage error: 1 datapoints")
        .contains("disk full");
    slow.completeNext();
    pipelined.rest(false, written);
    assertThat(written.lines).hasSize(1);
  }

  @Test
  void statsAreInTheFormOfPutLines() {
    say(telnet, "stats");
    assertThat(written.lines)
        .contains("goku.ingest.datapoints 1700000000 0.0 statistic=count source=telnet");
  }

  @Test
  void eachLineOfTheStatsIsAValidPutLineOfOpenTsdb() {
    var registry = new SimpleMeterRegistry();
    registry.counter("a b", "id", "G1 Eden Space", "uri", "/{id}", "none", "").increment();
    registry.gauge("no.number", Double.NaN);
    registry.gauge("endless", Double.POSITIVE_INFINITY);
    registry.timer("größe", "k y", "a=b,c").record(Duration.ofSeconds(1));
    LineHandler readOnly =
        TelnetFactory.withoutPut("1.2", registry, () -> Instant.ofEpochSecond(1_700_000_000))
            .open("test");
    say(readOnly, "stats");
    assertThat(written.lines)
        .hasSize(4)
        .contains("a_b 1700000000 1.0 statistic=count id=G1_Eden_Space none=_ uri=/_id_");
    var strict = new LineParser(SeriesNameRules.strict(100, 1000), 1000);
    for (String line : written.lines) {
      byte[] put = ("put " + line).getBytes(UTF_8);
      assertThat(strict.parse(put, 0, put.length, new Datapoint())).as(line).isNull();
    }
  }

  @Test
  void exitClosesTheConnection() {
    say(telnet, "exit");
    assertThat(written.closed).isTrue();
  }

  @Test
  void lineBeyondTheLimitOfTheServerIsTold() {
    telnet.tooLong(65536, written);
    assertThat(written.lines).hasSize(1);
  }

  @Test
  void putIsUnknownToAServerThatTakesNoDatapoints() {
    LineHandler readOnly =
        TelnetFactory.withoutPut("1.2", new SimpleMeterRegistry(), InstantSource.system())
            .open("test");
    say(readOnly, "put m 1700000000 1 a=b", "version");
    assertThat(written.lines).containsExactly("unknown command: put.  Try `help'.", "goku 1.2");
  }
}
