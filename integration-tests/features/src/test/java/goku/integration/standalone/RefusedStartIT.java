package goku.integration.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedStartIT {
  @TempDir Path directory;

  @Test
  void aPortInUseIsOneClearLine() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      refuses(
          GokuProcess.launch(directory.resolve("data"), port, GokuProcess.freePort()),
          "port " + port,
          "in use");
    }
  }

  @Test
  void aKafkaPortInUseIsOneClearLine() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      refuses(
          GokuProcess.launch(directory.resolve("data"), GokuProcess.freePort(), port),
          "port " + port,
          "in use");
    }
  }

  @Test
  void aDataDirectoryThatCannotBeMadeIsOneClearLine() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    refuses(
        GokuProcess.launch(file.resolve("data"), GokuProcess.freePort(), GokuProcess.freePort()),
        file.toString());
  }

  @Test
  void aDataDirectoryInUseIsOneClearLine() {
    try (GokuProcess running = GokuProcess.start(directory, "--no-agent")) {
      refuses(
          GokuProcess.launch(directory, GokuProcess.freePort(), GokuProcess.freePort()),
          directory.toString(),
          "in use");
      assertThat(running.http().get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void tooLittleDiskIsOneClearLine() {
    refuses(
        GokuProcess.launch(
            directory,
            GokuProcess.freePort(),
            GokuProcess.freePort(),
            "--min-free-disk=1000000GiB"),
        "free",
        directory.toString());
  }

  @Test
  void anUnknownOptionComesWithASuggestion() {
    refuses(
        GokuProcess.launch(
            directory, GokuProcess.freePort(), GokuProcess.freePort(), "--agnet=false"),
        "agnet",
        "agent");
  }

  private static void refuses(GokuProcess goku, String... fragments) {
    try (goku) {
      assertThat(goku.exitCode()).isEqualTo(1);
      assertThat(goku.output()).contains(fragments).doesNotContain("\tat ");
    }
  }
}
