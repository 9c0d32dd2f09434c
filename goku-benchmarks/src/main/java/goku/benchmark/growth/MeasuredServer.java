package goku.benchmark.growth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A `goku standalone` in an empty directory, and `goku bench` against it. Used by one thread.
final class MeasuredServer implements AutoCloseable {
  private static final Duration TO_BE_READY = Duration.ofMinutes(5);
  private static final Duration TO_STOP = Duration.ofMinutes(2);
  private static final int PORT = 14242;
  private static final int KAFKA_PORT = 19092;
  private static final URI URL = URI.create("http://127.0.0.1:" + PORT);

  private final Path goku;
  private final Path directory;
  private final Process process;

  /// Starts the server and waits until it answers.
  ///
  /// @param goku the launcher
  /// @param directory empty; the server's data and log, and the results
  MeasuredServer(Path goku, Path directory, Step step) throws IOException, InterruptedException {
    this.goku = goku;
    this.directory = Files.createDirectories(directory);
    List<String> command =
        new ArrayList<>(
            List.of(
                goku.toString(),
                "standalone",
                "--no-agent",
                "--data=" + directory.resolve("data"),
                "--port=" + PORT,
                "--kafka-port=" + KAFKA_PORT,
                "--admin.port=0",
                "--memory=9GiB",
                "--namespaces="
                    + Files.writeString(directory.resolve("namespaces.yaml"), step.namespaces())));
    command.addAll(step.flags());
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GOKU_HEAP", step.heap());
    process = builder.redirectOutput(directory.resolve("server.log").toFile()).start();
    awaitReady();
  }

  private void awaitReady() throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URL.resolve("/api/version")).build();
      long deadline = System.nanoTime() + TO_BE_READY.toNanos();
      while (!answers(http, request)) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          process.destroyForcibly();
          throw new IOException("the server is not ready: see " + directory.resolve("server.log"));
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }
  }

  private static boolean answers(HttpClient http, HttpRequest request) throws InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /// Loads readings of all hosts, up to `end`.
  JsonNode load(Step step, Instant end) throws IOException, InterruptedException {
    return bench(step, step.length(), end, "--via=kafka", "--queries=0");
  }

  /// Asks for the last readings.
  JsonNode ask(Step step, Instant end, int queries) throws IOException, InterruptedException {
    return bench(step, step.asked(), end, "--via=none", "--queries=" + queries);
  }

  private JsonNode bench(Step step, Duration length, Instant end, String... more)
      throws IOException, InterruptedException {
    Path json = directory.resolve("result.json");
    List<String> command =
        new ArrayList<>(
            List.of(
                goku.toString(),
                "bench",
                "--url=" + URL,
                "--kafka=127.0.0.1:" + KAFKA_PORT,
                "--pid=" + process.pid(),
                "--hosts=" + step.hosts(),
                "--interval=" + step.interval(),
                "--length=" + length,
                "--end=" + end,
                "--json=" + json));
    command.addAll(List.of(more));
    File log = directory.resolve("bench.log").toFile();
    int status =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("goku bench ended with " + status + ": see " + log);
    }
    return new ObjectMapper().readTree(Files.readAllBytes(json));
  }

  /// Stops the server. The owner of the directory deletes its data.
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(TO_STOP)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
