package goku.cluster.rename;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.MetricRename;
import goku.model.MetricRenames;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenameJsonTest {
  private static final MetricRenames RENAMES =
      MetricRenames.of(
          5,
          List.of(
              new MetricRename("a", "a\u001e2", false),
              new MetricRename("caf\u00e9 b", "a", false),
              new MetricRename("c", "c", true)));

  @Test
  void writesRenamesAsOlderProcessesReadThem() throws IOException {
    assertThat(new String(RenameJson.write(RENAMES), UTF_8)).isEqualTo(golden());
  }

  @Test
  void readsRenamesThatOlderProcessesWrote() throws IOException {
    assertSame(golden());
  }

  @Test
  void ignoresFieldsOfNewerWriters() throws IOException {
    assertSame(golden().replace("\"stored\"", "\"since\":7,\"stored\""));
  }

  private static void assertSame(String json) throws IOException {
    MetricRenames read = RenameJson.read(json.getBytes(UTF_8));
    assertThat(read.edition()).isEqualTo(RENAMES.edition());
    assertThat(read.all()).isEqualTo(RENAMES.all());
  }

  @Test
  void invalidEntriesAreRejected() throws IOException {
    for (String json :
        List.of(
            "",
            "[]",
            "{",
            golden().replace("\"version\":1", "\"version\":2"),
            golden().replace("\"edition\":5", "\"edition\":\"5\""),
            golden().replace("\"edition\":5", "\"edition\":99999999999999999999"),
            golden().replace("\"stored\"", "\"other\""),
            golden().replace("\"name\":\"c\"", "\"name\":\"a\""))) {
      assertThatThrownBy(() -> RenameJson.read(json.getBytes(UTF_8)))
          .as(json)
          .isInstanceOf(IOException.class);
    }
  }

  private static String golden() throws IOException {
    return new String(GoldenFile.read(RenameJsonTest.class, "renames-v1.json"), UTF_8);
  }
}
