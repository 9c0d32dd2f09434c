package goku.ingest.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PutRecordReaderTest {
  private static final SeriesNameRules RULES = SeriesNameRules.generous(8, 100, 1000);

  @Test
  void badLineDoesNotTouchItsNeighbours() {
    Collected found = Collected.of(RULES, "a 1 1\r\n\n b 2 x\n \t\nput c 3 3 k=v");
    assertThat(found.points).containsExactly("a @1000 1.0", "c k=v @3000 3.0");
    assertThat(found.reasons()).containsExactly(Reason.VALUE_INVALID);
    assertThat(found.sources).containsExactly(" b 2 x");
  }

  @Test
  void linesOfEveryLengthAreFound() {
    var text = new StringBuilder();
    for (int length = 1; length <= 40; length++) {
      text.append("m".repeat(length)).append(" 1 1\n");
    }
    Collected found = Collected.of(SeriesNameRules.generous(8, 100, 1000), text.toString());
    assertThat(found.points).hasSize(40);
    assertThat(found.points.getLast()).isEqualTo("m".repeat(40) + " @1000 1.0");
  }

  @Test
  void recordWithoutAValueIsRefused() {
    var collected = new Collected();
    var reader = new PutRecordReader(RULES, 100);
    reader.read(ByteBuffer.allocate(0), collected);
    reader.read(StandardCharsets.UTF_8.encode(" \n"), collected);
    assertThat(collected.reasons()).containsExactly(Reason.EMPTY_RECORD, Reason.EMPTY_RECORD);
  }

  @Test
  void jsonIsKnownByItsFirstByte() {
    assertThat(Collected.of(RULES, "\n {\"metric\":\"a\",\"timestamp\":1,\"value\":2}").points)
        .containsExactly("a @1000 2.0");
  }
}
