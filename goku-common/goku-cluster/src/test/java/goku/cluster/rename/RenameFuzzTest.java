package goku.cluster.rename;

import goku.cluster.EntryTarget;
import goku.testkit.GoldenFile;
import goku.testkit.fuzz.Fuzz;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test that every entry of renames is either read or rejected by an `IOException`.
class RenameFuzzTest {
  static final class Entries implements EntryTarget {
    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(GoldenFile.read(RenameFuzzTest.class, "renames-v1.json"));
    }

    @Override
    public void take(byte[] input) throws IOException {
      RenameJson.read(input);
    }
  }

  @Test
  void entries() throws Exception {
    Fuzz.run(Entries.class);
  }
}
