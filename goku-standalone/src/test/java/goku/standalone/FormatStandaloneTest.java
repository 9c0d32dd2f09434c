package goku.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.embedded.StartupProblem;
import goku.model.FormatLevel;
import goku.standalone.formats.DirectoryFormats;
import goku.testkit.ManualClock;
import goku.testkit.TestPorts;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The standalone process in directories of other builds.
class FormatStandaloneTest {

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(Instant.now());

  @Test
  void aBuildOlderThanTheDirectoryRefusesBeforeAnythingStarts() {
    try (var data = DataDirectory.open(directory)) {
      DirectoryFormats.open(data, FormatLevel.NEWEST + 1, clock).close();
      try (var service = service(data)) {
        assertThatThrownBy(service::start)
            .isInstanceOf(StartupProblem.class)
            .hasMessage(
                "cannot use data directory %s: its format level=%d is newer than this build, which"
                    + " reads up to level %d; start the newer build again",
                directory, FormatLevel.NEWEST + 1, FormatLevel.NEWEST);
      }
      assertThat(data.isEmpty()).isTrue();
    }
  }

  @Test
  void theDirectoryOfABuildWithoutLevelsKeepsTheFirstLevelForADay() throws Exception {
    try (var data = DataDirectory.open(directory);
        var service = service(data)) {
      Files.createFile(data.compactor().resolve("left-over"));
      service.start();
      assertThat(level(service)).isEqualTo(FormatLevel.FIRST);
      clock.advance(Duration.ofDays(1));
      await().until(() -> level(service) == FormatLevel.NEWEST);
    }
  }

  private static int level(StandaloneService service) throws IOException, InterruptedException {
    URI metrics = URI.create("http://127.0.0.1:%d/metrics".formatted(service.server().adminPort()));
    String text =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    return text.lines()
        .filter(line -> line.startsWith("goku_formats_level "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private StandaloneService service(DataDirectory data) {
    var config =
        ConfigLoader.defaults(
            StandaloneConfig.class,
            "--data=" + directory,
            "--port=" + TestPorts.next(),
            "--admin.port=0",
            "--kafka-port=0",
            "--agent=false");
    var progress = new StartupProgress(new PrintStream(PrintStream.nullOutputStream()), clock);
    return new StandaloneService(config, data, progress, clock);
  }
}
