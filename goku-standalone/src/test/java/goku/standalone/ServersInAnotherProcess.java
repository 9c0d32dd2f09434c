package goku.standalone;

import goku.embedded.DataDirectory;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.embedded.EmbeddedZooKeeper;
import goku.testkit.ThisJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// All three servers in a process that a test can kill; it also ends when the test does.
final class ServersInAnotherProcess {
  private static final String READY = "ready";

  /// Begins a line that says where a server is; the servers log among them.
  private static final String TOLD = "told: ";

  private final Process process;
  private final Map<String, String> addresses = new HashMap<>();

  private ServersInAnotherProcess(Process process) {
    this.process = process;
  }

  static ServersInAnotherProcess start(Path dataDirectory) throws IOException {
    Process process =
        new ProcessBuilder(
                ThisJava.path(),
                "-Xmx512m",
                "-cp",
                ThisJava.classpath(),
                ServersInAnotherProcess.class.getName(),
                dataDirectory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ServersInAnotherProcess servers = new ServersInAnotherProcess(process);
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); !READY.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("the servers ended before they were ready");
      }
      if (line.startsWith(TOLD)) {
        int equals = line.indexOf('=');
        servers.addresses.put(line.substring(TOLD.length(), equals), line.substring(equals + 1));
      }
    }
    return servers;
  }

  String address(String server) {
    return addresses.getOrDefault(server, "");
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public static void main(String[] arguments) throws Exception {
    DataDirectory data = DataDirectory.open(Path.of(arguments[0]));
    EmbeddedKafka kafka = new EmbeddedKafka(data.kafka(), "127.0.0.1", 0);
    EmbeddedZooKeeper zookeeper = new EmbeddedZooKeeper(data.zookeeper());
    EmbeddedS3 s3 = new EmbeddedS3(data.s3());
    try (ExecutorService parallel =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (Future<Object> started :
          parallel.invokeAll(
              List.of(
                  Executors.callable(kafka::start),
                  Executors.callable(zookeeper::start),
                  Executors.callable(s3::start)))) {
        started.get();
      }
    }
    System.out.println(TOLD + "kafka=" + kafka.bootstrapServers());
    System.out.println(TOLD + "zookeeper=" + zookeeper.connectString());
    System.out.println(TOLD + "s3=" + s3.endpoint());
    System.out.println(TOLD + "secret=" + s3.secretKey());
    System.out.println(READY);
    int endOfTest = System.in.read();
    Runtime.getRuntime().halt(endOfTest);
  }
}
