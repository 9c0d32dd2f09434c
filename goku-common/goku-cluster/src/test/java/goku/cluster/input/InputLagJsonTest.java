package goku.cluster.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputLagJsonTest {
  private static final long AT = 1_700_000_000_000L;
  private static final InputLag LAG =
      new InputLag(
          "goku-ingest",
          2,
          List.of(new TopicLag("metrics", 12, 6500), new TopicLag("more", 0, 210)),
          "");

  @Test
  void writesTheLagAsOlderRootsReadIt() throws IOException {
    assertThat(new String(InputLagJson.write(AT, LAG), UTF_8)).isEqualTo(golden());
  }

  @Test
  void readsTheLagThatOlderControllersWrote() throws IOException {
    assertThat(InputLagJson.read(golden().getBytes(UTF_8))).isEqualTo(LAG);
    assertThat(InputLagJson.writtenAt(golden().getBytes(UTF_8))).isEqualTo(AT);
  }

  @Test
  void ignoresFieldsOfNewerWriters() throws IOException {
    String more = golden().replace("\"topic\"", "\"rack\":7,\"topic\"");
    assertThat(InputLagJson.read(more.getBytes(UTF_8))).isEqualTo(LAG);
  }

  @Test
  void aNewerVersionIsRejected() throws IOException {
    String newer = golden().replace("\"version\":1", "\"version\":2");
    assertThatThrownBy(() -> InputLagJson.read(newer.getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version must be 1, found 2");
  }

  @Test
  void invalidEntriesAreRejected() {
    for (String json :
        List.of("", "[]", "{", "{\"version\":1,\"topics\":[{\"topic\":\"metrics\"}]}")) {
      assertThatThrownBy(() -> InputLagJson.read(json.getBytes(UTF_8)))
          .as(json)
          .isInstanceOf(IOException.class);
    }
  }

  private static String golden() throws IOException {
    return new String(GoldenFile.read(InputLagJsonTest.class, "input-lag-v1.json"), UTF_8);
  }
}
