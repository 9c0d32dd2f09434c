package goku.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeDiskTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void theFreeBytesAreThoseOfTheDisk(@TempDir Path directory) throws Exception {
    FreeDisk.add(registry, "short", directory);
    assertThat(registry.get("goku.disk.free").tag("service", "short").gauge().value())
        .isPositive()
        .isLessThanOrEqualTo((double) Files.getFileStore(directory).getTotalSpace());
  }

  @Test
  void aDirectoryThatIsNotYetThereHasNoValueThatAnAlertWouldTakeForFull(@TempDir Path directory) {
    FreeDisk.add(registry, "short", directory.resolve("later"));
    assertThat(registry.get("goku.disk.free").tag("service", "short").gauge().value()).isNaN();
  }
}
