package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process with a retention that would lose data.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class ChangedSettingsIT {
  @Test
  void aMemoryTtlBeyondAllDisksIsRefused(@TempDir Path directory) throws IOException {
    try (var run = StoredRun.empty(directory, new Settings("2h", "30d", "{raw-ttl: 10d}"), 1);
        GokuProcess refused = run.launch()) {
      assertThat(refused.exitCode()).isNotZero();
      assertThat(refused.output()).contains("memory-ttl");
      assertThat(Files.exists(run.files.kafka().resolve("meta.properties"))).isFalse();
    }
  }
}
