package goku.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.LateMove;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateMoveJsonTest {
  private static final List<LateMove> MOVES =
      List.of(
          new LateMove("ads.", "ns1", 1_700_000_000_000L, Long.MAX_VALUE, false),
          new LateMove("caf\u00e9", "ns2", 1_700_000_000_000L, 1_700_000_000_001L, true));

  @Test
  void writesMovesAsOlderRootsReadThem() throws IOException {
    assertThat(new String(LateMoveJson.write(MOVES), UTF_8)).isEqualTo(golden());
  }

  @Test
  void readsMovesThatOlderPublishersWrote() throws IOException {
    assertThat(LateMoveJson.read(golden().getBytes(UTF_8))).isEqualTo(MOVES);
  }

  @Test
  void ignoresFieldsOfNewerWriters() throws IOException {
    String more = golden().replace("\"prefix\"", "\"reason\":7,\"prefix\"");
    assertThat(LateMoveJson.read(more.getBytes(UTF_8))).isEqualTo(MOVES);
  }

  @Test
  void invalidEntriesAreRejected() throws IOException {
    for (String json :
        List.of(
            "",
            "[]",
            "{",
            golden().replace("\"version\":1", "\"version\":2"),
            golden().replace("\"prefix\"", "\"other\""),
            golden().replace("1700000000001", "1700000000000"))) {
      assertThatThrownBy(() -> LateMoveJson.read(json.getBytes(UTF_8)))
          .as(json)
          .isInstanceOf(IOException.class);
    }
  }

  private static String golden() throws IOException {
    return new String(GoldenFile.read(LateMoveJsonTest.class, "late-moves-v1.json"), UTF_8);
  }
}
