package goku.standalone.local;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.embedded.StartupProblem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServersTest {
  @TempDir private Path directory;

  @Test
  void aUsedPortIsNamedWithItsRemedy() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();
      for (Start start :
          new Start[] {
            () -> LocalZooKeeper.run(new LocalZooKeeper(directory, port)),
            () -> LocalKafka.run(new LocalKafka(directory, port)),
            () -> LocalS3.run(new LocalS3(directory, port, "secret"))
          }) {
        assertThatThrownBy(start::run)
            .isInstanceOf(StartupProblem.class)
            .hasMessageContaining("cannot listen on port %d of 127.0.0.1".formatted(port))
            .hasMessageContaining("--port");
      }
    }
  }

  @Test
  void aDirectoryThatIsAFileIsNamedWithItsRemedy() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> LocalServer.prepare(file, 0))
        .isInstanceOf(StartupProblem.class)
        .hasMessageContaining("cannot create directory data=" + file)
        .hasMessageContaining("--data");
  }

  private interface Start {
    int run() throws InterruptedException;
  }
}
