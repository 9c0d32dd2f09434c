package goku.integration.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuProcess;
import goku.testkit.HangLimits;
import goku.testkit.TestPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of `docs/cluster.sh`, the script with which docs/cluster.md begins.
class ClusterScriptIT {
  private static final int PORTS = 17;

  @TempDir private Path directory;
  private int firstPort;

  @BeforeEach
  void reservePorts() {
    firstPort = TestPorts.next();
    for (int next = firstPort + 1; next < firstPort + PORTS; next++) {
      int port = TestPorts.next();
      if (port != next) { // one between was taken, or the block of ports ended
        firstPort = port;
        next = port;
      }
    }
  }

  @Test
  void anEmptyDirectoryBecomesAClusterThatAnswersAndStops() throws Exception {
    Ran ran = script();
    assertThat(ran.exitCode()).as(ran.errors()).isZero();
    assertThat(ran.output())
        .contains("\"metric\":\"try.requests\"", "\"host\":\"a\"", ":1,", ":2}");
    assertThat(ran.errors())
        .contains("{\"success\":2,\"failed\":0}")
        .containsPattern("short +0 +short-a +a +serving")
        .containsPattern("short +0 +short-b +b +serving");
    assertThat(IntStream.range(firstPort, firstPort + PORTS).filter(ClusterScriptIT::accepts))
        .as("ports of processes that still run")
        .isEmpty();
  }

  @Test
  void aUsedPortIsNamedBeforeAnythingStarts() throws Exception {
    int used = firstPort + 3;
    try (var _ = new ServerSocket(used, 1, InetAddress.getLoopbackAddress())) {
      Ran ran = script();
      assertThat(ran.exitCode()).isEqualTo(1);
      assertThat(ran.errors())
          .contains("cannot use port %d: another process listens on it".formatted(used))
          .doesNotContain("starting");
      assertThat(directory.resolve("cluster")).doesNotExist();
    }
  }

  private record Ran(int exitCode, String output, String errors) {}

  private Ran script() throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Path errors = directory.resolve("errors");
    var builder =
        new ProcessBuilder(
                GokuProcess.checkout().resolve("docs/cluster.sh").toString(),
                directory.resolve("cluster").toString(),
                Integer.toString(firstPort))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    Process process = builder.start();
    try {
      process.waitFor(HangLimits.PROCESS.toSeconds(), TimeUnit.SECONDS);
    } finally {
      process.destroy(); // SIGTERM, at which the script stops all that it has started
    }
    return new Ran(process.waitFor(), Files.readString(output), Files.readString(errors));
  }

  private static boolean accepts(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
