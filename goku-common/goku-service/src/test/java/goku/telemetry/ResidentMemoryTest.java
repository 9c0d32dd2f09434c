package goku.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentMemoryTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @TempDir private Path directory;

  @Test
  void memoryIsToldByItsKindAsTheSystemSeesIt() throws Exception {
    Path status = directory.resolve("status");
    Files.writeString(
        status, "VmRSS:\t 1040 kB\nRssAnon:\t    1000 kB\nRssFile:\t      40 kB\nThreads:\t7\n");
    ResidentMemory.add(registry, status);
    assertThat(bytes("anonymous")).isEqualTo(1_024_000);
    assertThat(bytes("file")).isEqualTo(40_960);
    assertThat(bytes("shared")).isNaN();
  }

  @Test
  void aSystemThatDoesNotTellHasNoSuchMetric() {
    ResidentMemory.add(registry, directory.resolve("nothing"));
    assertThat(registry.getMeters()).isEmpty();
  }

  private double bytes(String kind) {
    return registry.get("goku.process.resident").tag("kind", kind).gauge().value();
  }
}
