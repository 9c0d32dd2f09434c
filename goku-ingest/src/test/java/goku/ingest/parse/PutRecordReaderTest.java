package goku.ingest.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{x 1 2 a=b",
        "[cpu 1 2 a=b",
        "[1,2 1 2",
        "{\"a 1 2 b=c",
        "{} 5 6",
        "[{\"metric\":\"m\",\"timest",
        "{\"metric\":\"m\"}\n \tx",
      })
  void putLinesAfterALineLikeJsonAreRead(String first) {
    for (String line : List.of("good 1 2 a=b", "put good 1 2 a=b", " good 1 2 a=b\r")) {
      Collected found = Collected.of(RULES, first + "\n" + line + "\nput bad 1 x\nafter 2 3");
      assertThat(found.points).containsExactly("good a=b @1000 2.0", "after @2000 3.0");
      assertThat(found.reasons()).contains(Reason.VALUE_INVALID);
    }
  }

  @Test
  void badPutLineAfterJsonIsRejectedByItself() {
    Collected found = Collected.of(RULES, "[{\"metric\nput bad 1 x\n");
    assertThat(found.reasons()).containsExactly(Reason.JSON_TRUNCATED, Reason.VALUE_INVALID);
    assertThat(found.sources).containsExactly("[{\"metric\n".substring(1), "put bad 1 x");
  }

  @Test
  void putLinesMayFollowJson() {
    Collected found =
        Collected.of(RULES, "{\"metric\":\"a\",\"timestamp\":1,\"value\":2}\n\n b 1 2");
    assertThat(found.points).containsExactly("a @1000 2.0", "b @1000 2.0");
    assertThat(found.rejections).isEmpty();
  }

  @Test
  void textBesideAJsonValueIsNoPutLine() {
    Collected found = Collected.of(RULES, "{} cpu 1 2\nmem 1 2");
    assertThat(found.points).containsExactly("mem @1000 2.0");
    assertThat(found.reasons()).containsExactly(Reason.METRIC_EMPTY, Reason.JSON_MALFORMED);
  }

  @Test
  void jsonIsKnownByItsFirstByte() {
    assertThat(Collected.of(RULES, "\n {\"metric\":\"a\",\"timestamp\":1,\"value\":2}").points)
        .containsExactly("a @1000 2.0");
  }
}
