package goku.integration.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.testkit.HangLimits;
import goku.testkit.TestPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The image starts from its tar. `-Pimages,base` builds it, as `.ci/run` does with `CI=true`.
/// Skipped without an image, and without the rights to start one.
@EnabledIf("goku.integration.image.UnpackedImage#isPossible")
class ImageIT {
  private static final String AMD64 = "(?i).*linux(64|.*(amd64|x86[-_]64)).*\\.so";
  private static final String ARM64 = "(?i).*linux.*(aarch64|arm64).*\\.so";

  @TempDir Path directory;

  @Test
  void runsAsAUserWithoutRightsOnAReadOnlyFileSystem() throws Exception {
    var image = new UnpackedImage(directory);
    int port = TestPorts.next();
    Path output = directory.resolve("output.txt");
    Process standalone =
        image.start(
            output,
            Map.of("JDK_JAVA_OPTIONS", "-Xmx512m"),
            "standalone",
            "--data=/data",
            "--port=" + port,
            "--admin.port=" + TestPorts.next(),
            "--kafka-port=" + TestPorts.next());
    try {
      var http = new GokuHttp("http://127.0.0.1:" + port);
      await("ready").atMost(HangLimits.PROCESS).until(() -> isReady(http) || !standalone.isAlive());
      assertThat(standalone.isAlive()).as(text(output)).isTrue();
      long now = System.currentTimeMillis() / 1000;
      http.put(
          "{\"metric\":\"image.started\",\"timestamp\":%d,\"value\":42,\"tags\":{\"host\":\"a\"}}"
              .formatted(now));
      await()
          .untilAsserted(
              () ->
                  assertThat(http.query("1m-ago", "sum:image.started").toString()).contains("42"));
      // RocksDB and the readers of the machine load native libraries
      await()
          .untilAsserted(() -> assertThat(http.query("1m-ago", "sum:host.cpu.time")).isNotEmpty());
    } finally {
      // unshare ignores signals, and the command is the first process of its own namespace
      standalone.descendants().forEach(ProcessHandle::destroy);
      assertThat(standalone.waitFor()).as(text(output)).isIn(0, 143);
    }
  }

  @Test
  void hasTheCommandAndSaysWhatItIs() throws Exception {
    var image = new UnpackedImage(directory);
    JsonNode config = image.config();
    assertThat(config.at("/config/User").asText()).isEqualTo("10001:10001");
    assertThat(config.at("/config/Labels").properties())
        .extracting(Map.Entry::getKey)
        .contains(
            "org.opencontainers.image.title",
            "org.opencontainers.image.description",
            "org.opencontainers.image.version",
            "org.opencontainers.image.licenses");
    Path output = directory.resolve("output.txt");
    Process help = image.container(output, Map.of(), List.of("/usr/local/bin/goku", "--help"));
    assertThat(help.waitFor()).as(text(output)).isZero();
    assertThat(text(output)).contains("standalone", "controller");
  }

  /// The image for arm64 has the same jars.
  @Test
  void hasEachNativeLibraryForBothArchitectures() throws Exception {
    List<Path> jars = new UnpackedImage(directory).jars();
    int withLibraries = 0;
    for (Path jar : jars) {
      List<String> names = names(jar);
      if (names.stream().anyMatch(name -> name.matches(AMD64))) {
        withLibraries++;
        assertThat(names).as(jar.toString()).anyMatch(name -> name.matches(ARM64));
      }
    }
    assertThat(withLibraries).isPositive();
  }

  private static List<String> names(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  private static boolean isReady(GokuHttp http) {
    try {
      return http.get("/readyz").statusCode() == 200;
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  private static String text(Path output) throws IOException {
    return Files.exists(output) ? Files.readString(output) : "";
  }
}
