package goku.integration.cluster.process;

import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A process of one infrastructure server: `kafka`, `zookeeper` or `s3`, with its directory and its
/// port. Runs until it is killed. The next run continues with the directory's content.
final class InfrastructureMain {
  static final String SECRET = "secret-of-the-test";
  static final String ACCESS_KEY = "goku";

  private InfrastructureMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of(args[1]));
    int port = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "kafka" -> new EmbeddedKafka(directory, "127.0.0.1", port).start();
      case "zookeeper" -> new EmbeddedZooKeeper(directory, port).start();
      case "s3" -> new EmbeddedS3(directory, port, SECRET).start();
      default -> throw new IllegalArgumentException("no server is called " + args[0]);
    }
    System.out.println("ready");
    Thread.currentThread().join(); // for ever
  }
}
