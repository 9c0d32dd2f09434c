package goku.ingest.put;

import static goku.ingest.put.PutFixture.kafka;
import static goku.ingest.put.PutFixture.stored;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.LineHandler;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.model.FormatLevel;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelnetHistogramTest {
  private final Written written = new Written();
  private final MockProducer<byte[], byte[]> kafka = kafka(true);
  private final LineHandler telnet = TelnetSession.open(kafka, FormatLevel.newest());

  private void say(LineHandler handler, String... lines) {
    TelnetSession.say(handler, written, lines);
  }

  @Test
  void goodHistogramsAreSilentAndStoredNextToDatapoints() {
    say(
        telnet,
        "histogram m 1700000000 0,1.75=12:1.75,3.5=16:u=1:o=2 a=b",
        "put m 1700000000 1 a=b",
        "histogram \"m\"  1700000001  u=3  a=\"b\"\r",
        "histogram m 1700000002.500 42 AAIAAAAAP4AAAAU/gAAAQAAAAKwCBMgB a=b",
        "put m 1700000001 2 a=b");
    assertThat(written.lines).isEmpty();
    assertThat(stored(kafka))
        .containsExactlyInAnyOrder(
            "m a=b @1700000000000 1.0",
            "m a=b @1700000001000 2.0",
            "m\u001eh a=b @1700000000000 0.0,1.75=12:1.75,3.5=16:u=1:o=2",
            "m\u001eh a=b @1700000001000 u=3:o=0",
            "m\u001eh a=b @1700000002500 0.0,1.0=5:1.0,2.0=300:u=4:o=200");
  }

  /// OpenTSDB drops lines with bad ranges without an answer.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "histogram|histogram: illegal argument: not enough arguments (need least 3, got 0)",
        "histogram m|histogram: illegal argument: not enough arguments (need least 3, got 1)",
        "histogram m 1700000000|histogram: illegal argument: not enough arguments (need least 3,"
            + " got 2)",
        "histogram m x 0,1=1 a=b|histogram: invalid value: Invalid timestamp",
        "histogram m 1600000000 0,1=1 a=b|histogram: illegal argument: Invalid timestamp",
        "histogram m 1700000000 0,1 a=b|histogram: illegal argument: Invalid bucket (\"0,1\"):"
            + " wanted lower,upper=count (metric \"m\")",
        "histogram m 1700000000 0,1=x a=b|histogram: illegal argument: Invalid count of bucket"
            + " (\"0,1=x\")",
        "histogram m 1700000000 0,1=-1 a=b|histogram: illegal argument: Invalid count of bucket"
            + " 0.0,1.0 (-1)",
        "histogram m 1700000000 7 AAAEoJwB a=b|histogram: illegal argument: No codec found mapped"
            + " to ID 7: must be 42 (histogram-id) (metric \"m\")",
        "histogram m 1700000000 42|histogram: illegal argument: Byte array shorter than 6 bytes"
            + " detected: [] (metric \"m\")",
        "histogram m 1700000000 42 a=b|histogram: illegal argument: Invalid value (\"a=b\"): wanted"
            + " base64",
        "HISTOGRAM m 1700000000 0,1=1 a=b|unknown command: HISTOGRAM",
        "histograms m 1700000000 0,1=1 a=b|unknown command: histograms",
      })
  void aBadHistogramIsAnsweredByOneLine(String line, String answer) {
    say(telnet, line);
    assertThat(written.lines).hasSize(1);
    assertThat(written.lines.getFirst()).startsWith(answer);
    assertThat(kafka.history()).isEmpty();
  }

  @Test
  void nothingIsStoredBeforeAllProcessesReadHistograms() {
    say(
        TelnetSession.open(kafka, FormatLevel.fixed(FormatLevel.WRITTEN_ROLLUPS)),
        "histogram m 1700000000 0,1=1 a=b");
    assertThat(written.lines.getFirst())
        .startsWith(
            "histogram: storage error: cannot store histograms before format level 7 is in force");
    assertThat(kafka.history()).isEmpty();
  }

  @Test
  void aHistogramCountsAsADatapointForEach8CountsInLimitsOfRates() {
    String ranges =
        IntStream.range(0, 79)
            .mapToObj(i -> i + "," + (i + 1) + "=1")
            .collect(Collectors.joining(":"));
    var caller = new Caller("someone", Grant.parse(List.of("datapoints-per-second=1")));
    caller.run(() -> say(telnet, "histogram m 1700000000 " + ranges, "put m 1700000000 1"));
    assertThat(written.lines).singleElement().asString().startsWith("put: quota exceeded");
  }
}
