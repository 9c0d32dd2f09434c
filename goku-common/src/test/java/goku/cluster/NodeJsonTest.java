package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.ShardId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeJsonTest {
  private static final NodeInfo NODE =
      new NodeInfo(
          "n1", "z1", "10.0.0.1:4300", List.of(new ShardId("ns1", 0), new ShardId("ns1", 3)));

  private static final String JSON =
      """
      {"name":"n1","zone":"z1","address":"10.0.0.1:4300",\
      "shards":[{"namespace":"ns1","shard":0},{"namespace":"ns1","shard":3}]}\
      """;

  @Test
  void writesWhatOlderNodesRead() {
    assertThat(new String(NodeJson.write(NODE), StandardCharsets.UTF_8)).isEqualTo(JSON);
  }

  @Test
  void readsWhatOlderNodesWrote() throws IOException {
    assertThat(read(JSON)).isEqualTo(NODE);
  }

  @Test
  void ignoresFieldsOfNewerNodes() throws IOException {
    assertThat(read(JSON.replace("{\"name\"", "{\"lag\":7,\"name\""))).isEqualTo(NODE);
  }

  @Test
  void refusesAnEntryWithoutAddress() {
    assertThatThrownBy(() -> read(JSON.replace("address", "adress")))
        .hasMessageContaining("address");
  }

  @Test
  void refusesANameThatIsNoPathSegment() {
    assertThatThrownBy(() -> new NodeInfo("a/b", "z1", "h:1", List.of()))
        .hasMessageContaining("`a/b`");
  }

  private static NodeInfo read(String json) throws IOException {
    return NodeJson.read(json.getBytes(StandardCharsets.UTF_8));
  }
}
