package goku.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.cluster.ServiceRole;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapJsonTest {
  private static final long AT = 1_700_000_000_000L;
  private static final MapKey KEY = new MapKey(Store.SHORT_TERM, "ns1");
  private static final ClusterNode S1 =
      new ClusterNode(ServiceRole.SHORT, "s1", "a", "10.0.0.1:4300");
  private static final ClusterNode S2 =
      new ClusterNode(ServiceRole.SHORT, "s2", "b", "10.0.0.2:4300");
  private static final ClusterNode C1 =
      new ClusterNode(ServiceRole.COMPACTOR, "c1", "b", "10.0.0.3:4300");
  private static final List<NodeShards> MAP =
      List.of(
          new NodeShards(
              S1,
              List.of(
                  health(0, ShardState.SERVING, 120, Long.MIN_VALUE),
                  health(3, ShardState.RECOVERING, 0, AT - 1_000_000))),
          new NodeShards(S2, List.of(health(0, ShardState.UNAVAILABLE, 30_000, Long.MIN_VALUE))));
  private static final List<NodeShards> HOLED =
      List.of(
          new NodeShards(
              S1,
              List.of(
                  health(
                      0,
                      ShardState.SERVING,
                      120,
                      Holes.of(
                          new Hole(AT - 9000, AT - 8000, HoleCause.LOG_LOST),
                          new Hole(AT - 5000, AT - 4000, HoleCause.DAMAGED))),
                  health(
                      3,
                      ShardState.SERVING,
                      0,
                      Holes.before(AT - 1_000_000, HoleCause.NOT_KEPT)))));
  private static final List<NodeStatus> NODES =
      List.of(new NodeStatus(S1, true), new NodeStatus(C1, false));

  @Test
  void writesTheMapAsOlderNodesReadIt() throws IOException {
    assertThat(text(MapJson.writeMap(AT, MAP))).isEqualTo(text(golden("shard-map-v1.json")));
  }

  @Test
  void readsTheMapThatOlderNodesWrote() throws IOException {
    assertThat(MapJson.readMap(KEY, golden("shard-map-v1.json"))).isEqualTo(MAP);
    assertThat(MapJson.writtenAt(golden("shard-map-v1.json"))).isEqualTo(AT);
  }

  @Test
  void writesHolesBesideTheTimeThatOlderRootsRead() throws IOException {
    assertThat(text(MapJson.writeMap(AT, HOLED)))
        .isEqualTo(text(golden("shard-map-v1-holes.json")));
  }

  @Test
  void readsHolesThatOlderNodesWrote() throws IOException {
    assertThat(MapJson.readMap(KEY, golden("shard-map-v1-holes.json"))).isEqualTo(HOLED);
  }

  @Test
  void whatTheTiersMayLackComesAfterTheFieldsThatOlderRootsRead() throws IOException {
    var holed = Holes.of(new Hole(AT - 9000, AT - 8000, HoleCause.LOG_LOST));
    for (Holes holes : List.of(Holes.NONE, holed, Holes.before(AT, HoleCause.RECOVERY))) {
      var health = new ShardHealth(new ShardId("ns1", 0), ShardState.SERVING, 0, holes, AT - 50);
      List<NodeShards> map = List.of(new NodeShards(S1, List.of(health)));
      byte[] json = MapJson.writeMap(AT, map);
      assertThat(MapJson.readMap(KEY, json)).isEqualTo(map);
      String older = text(json).replace("," + (AT - 50) + "]", "]");
      assertThat(MapJson.readMap(KEY, bytes(older)).getFirst().shards())
          .as("to a root that does not read the field")
          .containsExactly(health(0, ShardState.SERVING, 0, holes));
    }
  }

  @Test
  void invalidHolesAreRejected() throws IOException {
    String holed = text(golden("shard-map-v1-holes.json"));
    for (String hole : List.of("[5,5,\"DAMAGED\"]", "[\"a\",6,\"DAMAGED\"]", "7")) {
      String strange = holed.replace("[1699999991000,1699999992000,\"LOG_LOST\"]", hole);
      assertThatThrownBy(() -> MapJson.readMap(KEY, bytes(strange)))
          .hasMessageContaining("a hole must be [start, end, cause], found " + hole);
    }
  }

  @Test
  void writesNodesAsOlderNodesReadThem() throws IOException {
    assertThat(text(MapJson.writeNodes(AT, NODES))).isEqualTo(text(golden("nodes-v1.json")));
  }

  @Test
  void readsNodesThatOlderNodesWrote() throws IOException {
    assertThat(MapJson.readNodes(golden("nodes-v1.json"))).isEqualTo(NODES);
  }

  @Test
  void ignoresFieldsOfNewerWriters() throws IOException {
    String more = text(golden("shard-map-v1.json")).replace("\"name\"", "\"rack\":7,\"name\"");
    assertThat(MapJson.readMap(KEY, bytes(more))).isEqualTo(MAP);
  }

  @Test
  void aNewerVersionIsRejected() throws IOException {
    String newer = text(golden("shard-map-v1.json")).replace("\"version\":1", "\"version\":2");
    assertThatThrownBy(() -> MapJson.readMap(KEY, bytes(newer)))
        .hasMessageContaining("version must be 1, found 2");
  }

  @Test
  void invalidMapsAreRejected() {
    for (String json : List.of("", "[]", "{\"version\":1,\"nodes\":[{\"name\":1}]}", "{")) {
      assertThatThrownBy(() -> MapJson.readMap(KEY, bytes(json))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void anUnknownStateIsRejected() throws IOException {
    String strange = text(golden("shard-map-v1.json")).replace("[0,2,30000]", "[0,9,30000]");
    assertThatThrownBy(() -> MapJson.readMap(KEY, bytes(strange)))
        .hasMessageContaining("[number, state, lag], found [0,9,30000]");
  }

  private static ShardHealth health(int shard, ShardState state, long lag, long completeFrom) {
    return health(shard, state, lag, Holes.before(completeFrom, HoleCause.RECOVERY));
  }

  private static ShardHealth health(int shard, ShardState state, long lag, Holes holes) {
    return new ShardHealth(new ShardId("ns1", shard), state, lag, holes);
  }

  private static byte[] golden(String name) throws IOException {
    return GoldenFile.read(MapJsonTest.class, name);
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }
}
