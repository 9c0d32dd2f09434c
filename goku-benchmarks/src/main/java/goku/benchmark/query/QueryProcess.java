package goku.benchmark.query;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Scanner;

/// A client in a process of its own, which asks one query again and again on one connection: what
/// it does with its heap and its compiler is not the server's. Owned by one thread.
final class QueryProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;

  /// @param json the body of the query
  QueryProcess(int port, String json) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                QueryProcess.class.getName(),
                Integer.toString(port),
                json)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII));
  }

  /// The latencies of queries.
  record Latencies(double p50Millis, double p99Millis) {}

  /// Runs this number of queries and waits for them.
  Latencies ask(int count) throws IOException {
    begin(count);
    return end();
  }

  /// Waits for the queries that were begun.
  Latencies end() throws IOException {
    String[] percentiles = String.valueOf(answers.readLine()).split(" ", 2);
    return new Latencies(Double.parseDouble(percentiles[0]), Double.parseDouble(percentiles[1]));
  }

  /// Starts this number of queries.
  void begin(int count) throws IOException {
    process.getOutputStream().write("%d%n".formatted(count).getBytes(US_ASCII));
    process.getOutputStream().flush();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /// The client: a port and a body; a line of input is a number of queries.
  public static void main(String[] args) throws IOException {
    var counts = new Scanner(System.in, US_ASCII);
    try (var client = new KeepAliveClient(Integer.parseInt(args[0]))) {
      while (counts.hasNextInt()) {
        long[] nanos = new long[counts.nextInt()];
        for (int i = 0; i < nanos.length; i++) {
          long start = System.nanoTime();
          client.post("/api/query", args[1], 200);
          nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.println(percentile(nanos, 50) + " " + percentile(nanos, 99));
      }
    }
  }

  private static double percentile(long[] sorted, int percent) {
    return sorted[(int) ((long) sorted.length * percent / 100)] / 1e6;
  }
}
