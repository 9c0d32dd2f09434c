package goku.cluster.map;

import goku.model.Store;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Whatever stands in an entry of the shard map, it is read or refused by an `IOException`.
class MapFuzzTest {
  static final class Entries implements FuzzTarget {
    private static final MapKey KEY = new MapKey(Store.SHORT_TERM, "ns1");

    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(golden("nodes-v1.json"), golden("shard-map-v1.json"));
    }

    private static byte[] golden(String name) throws IOException {
      try (InputStream in = MapFuzzTest.class.getResourceAsStream(name)) {
        return Objects.requireNonNull(in).readAllBytes();
      }
    }

    @Override
    public void take(byte[] input) throws IOException {
      MapJson.writtenAt(input);
      MapJson.readMap(KEY, input);
      MapJson.readNodes(input);
    }

    @Override
    public boolean isRefusal(Exception thrown) {
      return thrown instanceof IOException;
    }
  }

  @Test
  void entries() throws Exception {
    Fuzz.run(Entries.class);
  }
}
