package goku.standalone.local;

import goku.embedded.Ports;
import goku.embedded.StartupProblem;
import goku.standalone.process.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The steps that the commands of embedded servers share.
final class LocalServer {
  /// The only address to listen on: these servers know no TLS, and Kafka and ZooKeeper no passwords
  /// either.
  static final String HOST = "127.0.0.1";

  private static final Logger LOG = LoggerFactory.getLogger(LocalServer.class);

  private LocalServer() {}

  /// Checks the port and creates the directory.
  static void prepare(Path data, int port) {
    Ports.requireFree(HOST, port, "port");
    try {
      Files.createDirectories(data);
    } catch (IOException failed) {
      throw new StartupProblem(
          "cannot create directory data=%s: %s; make its parent writable, or choose another with --data"
              .formatted(data, failed),
          failed);
    }
  }

  /// Waits until the process is told to stop. Returns the exit code.
  static int serve(String name, String address, StopSignal stop) throws InterruptedException {
    LOG.info("server ready server={} address={}", name, address);
    stop.await();
    LOG.info("server stops server={}", name);
    return 0;
  }
}
