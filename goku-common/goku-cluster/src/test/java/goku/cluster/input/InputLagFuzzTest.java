package goku.cluster.input;

import goku.cluster.EntryTarget;
import goku.testkit.GoldenFile;
import goku.testkit.fuzz.Fuzz;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test that every entry of the input lag is either read or rejected by an `IOException`.
class InputLagFuzzTest {
  static final class Entries implements EntryTarget {
    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(GoldenFile.read(InputLagFuzzTest.class, "input-lag-v1.json"));
    }

    @Override
    public void take(byte[] input) throws IOException {
      InputLagJson.writtenAt(input);
      InputLagJson.read(input);
    }
  }

  @Test
  void entries() throws Exception {
    Fuzz.run(Entries.class);
  }
}
