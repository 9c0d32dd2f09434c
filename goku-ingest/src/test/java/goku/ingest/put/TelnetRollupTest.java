package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.stored;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.LineHandler;
import goku.model.FormatLevel;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelnetRollupTest {
  private final Written written = new Written();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final LineHandler telnet = TelnetSession.open(kafka, FormatLevel.newest());

  private void say(LineHandler handler, String... lines) {
    TelnetSession.say(handler, written, lines);
  }

  @Test
  void goodRollupsAreSilentAndStoredNextToDatapoints() {
    say(
        telnet,
        "rollup 1h-sum m 1699999200 5 a=b",
        "put m 1699999200 1 a=b",
        "rollup 1h-COUNT  m 1699999999 2 a=b\r",
        "put m 1699999260 2 a=b",
        "rollup 15m:max m 1699999200 3.5 a=b");
    assertThat(written.lines).isEmpty();
    assertThat(stored(kafka))
        .containsExactlyInAnyOrder(
            "m a=b @1699999200000 1.0",
            "m a=b @1699999260000 2.0",
            "m\u001er3600000-count a=b @1699999200000 2.0",
            "m\u001er3600000-sum a=b @1699999200000 5.0",
            "m\u001er900000-max a=b @1699999200000 3.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "rollup|rollup: illegal argument: not enough arguments (need least 4, got 0)",
        "rollup 1h-sum|rollup: illegal argument: not enough arguments (need least 3, got 0)",
        "rollup 1h-sum m|rollup: illegal argument: not enough arguments (need least 3, got 1)",
        "rollup 1h-sum m 1699999200|rollup: illegal argument: not enough arguments (need least 3,"
            + " got 2)",
        "rollup 1h-sum m x 5 a=b|rollup: invalid value: ",
        "rollup 1h-sum m 1699999200 x a=b|rollup: invalid value: ",
        "rollup 2h-sum m 1699999200 5 a=b|rollup: illegal argument: Invalid interval (2h):"
            + " namespace ns1 keeps rollups of 15m, 1h",
        "rollup 1h-avg m 1699999200 5 a=b|rollup: illegal argument: Invalid aggregator (\"avg\")",
        "rollup 1h m 1699999200 5 a=b|rollup: illegal argument: Invalid rollup (\"1h\"): wanted"
            + " interval-aggregator, such as 1h-sum",
        "rollup 1h- m 1699999200 5 a=b|rollup: illegal argument: Missing aggregator",
        "rollup -sum m 1699999200 5 a=b|rollup: illegal argument: Missing interval",
        "rollup 1h-sum:max m 1699999200 5 a=b|rollup: illegal argument: Invalid groupByAggregator"
            + " (\"max\")",
        "rollups 1h-sum m 1699999200 5 a=b|unknown command: rollups",
      })
  void aBadRollupIsAnsweredByOneLine(String line, String answer) {
    say(telnet, line);
    assertThat(written.lines).hasSize(1);
    assertThat(written.lines.getFirst()).startsWith(answer);
    assertThat(kafka.history()).isEmpty();
  }

  @Test
  void nothingIsStoredBeforeAllProcessesReadRollups() {
    say(
        TelnetSession.open(kafka, FormatLevel.fixed(FormatLevel.RENAMES)),
        "rollup 1h-sum m 1699999200 5 a=b");
    assertThat(written.lines.getFirst())
        .startsWith(
            "rollup: storage error: cannot store rollups before format level 6 is in force");
    assertThat(kafka.history()).isEmpty();
  }
}
