package goku.cluster.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.cluster.EntryTarget;
import goku.testkit.fuzz.Fuzz;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test that every entry of the format level is either read or rejected by an `IOException`.
class FormatFuzzTest {
  static final class Entries implements EntryTarget {
    @Override
    public List<byte[]> seeds() {
      return List.of(
          "{\"version\":1,\"level\":2,\"since\":1700000000000,\"raisedBy\":\"hand\"}"
              .getBytes(UTF_8),
          "{\"version\":1,\"newest\":2,\"since\":1700000000000,\"build\":\"1.0\"}".getBytes(UTF_8));
    }

    @Override
    public int inputs() {
      return 35_000;
    }

    @Override
    public void take(byte[] input) throws IOException {
      try {
        FormatJson.readLevel(input);
      } catch (IOException noLevel) {
        FormatJson.readNode("node", input);
      }
    }
  }

  @Test
  void entries() throws Exception {
    Fuzz.run(Entries.class);
  }
}
