package goku.cluster.drain;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.cluster.EntryTarget;
import goku.testkit.fuzz.Fuzz;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test that every entry of drains is either read or rejected by an `IOException`.
class DrainFuzzTest {
  static final class Entries implements EntryTarget {
    @Override
    public List<byte[]> seeds() {
      return List.of(
          new DrainJson().write(Drains.NONE.with("short-a-0", Instant.EPOCH)),
          "{\"version\":1,\"drained\":{\"a\":1e300}}".getBytes(UTF_8));
    }

    @Override
    public void take(byte[] input) throws IOException {
      DrainRegistry.parse(input);
    }
  }

  @Test
  void entries() throws Exception {
    Fuzz.run(Entries.class);
  }
}
