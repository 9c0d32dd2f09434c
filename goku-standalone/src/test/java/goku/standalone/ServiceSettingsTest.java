package goku.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.ingest.put.RefusedPuts;
import goku.testkit.TestPorts;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceSettingsTest {
  @TempDir private Path directory;

  @Test
  void refusedPutsAreSetByTheStandalone() {
    assertThat(refused()).isEqualTo(RefusedPuts.ERROR);
    assertThat(refused("--ingest.put.refused=accept")).isEqualTo(RefusedPuts.ACCEPT);
  }

  private RefusedPuts refused(String... flags) {
    try (var data = DataDirectory.open(directory);
        var infrastructure =
            new Infrastructure(
                data, "127.0.0.1", TestPorts.next(), InstantSource.system(), topic -> false)) {
      var config = ConfigLoader.defaults(StandaloneConfig.class, flags);
      return new ServiceSettings(config, infrastructure, data).ingest().put().refused();
    }
  }
}
