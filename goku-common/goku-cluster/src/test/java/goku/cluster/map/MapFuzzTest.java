package goku.cluster.map;

import goku.cluster.EntryTarget;
import goku.model.Store;
import goku.testkit.GoldenFile;
import goku.testkit.fuzz.Fuzz;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test that every entry of the shard map is either read or rejected by an `IOException`.
class MapFuzzTest {
  static final class Entries implements EntryTarget {
    private static final MapKey KEY = new MapKey(Store.SHORT_TERM, "ns1");

    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(
          GoldenFile.read(MapFuzzTest.class, "nodes-v1.json"),
          GoldenFile.read(MapFuzzTest.class, "shard-map-v1.json"),
          GoldenFile.read(MapFuzzTest.class, "shard-map-v1-holes.json"));
    }

    @Override
    public int inputs() {
      return 35_000;
    }

    @Override
    public void take(byte[] input) throws IOException {
      MapJson.writtenAt(input);
      MapJson.readMap(KEY, input);
      MapJson.readNodes(input);
    }
  }

  @Test
  void entries() throws Exception {
    Fuzz.run(Entries.class);
  }
}
