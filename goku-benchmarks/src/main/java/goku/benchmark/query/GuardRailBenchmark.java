package goku.benchmark.query;

import goku.model.SeriesName;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/// A benchmark of the effect of excessive queries on others: the time until a rejection, the heap
/// of a large answer, the time until the query of a disconnected client has stopped, and the
/// latency of small queries beside a heavy one. Run as a program.
public final class GuardRailBenchmark {
  private static final int SERIES = 1_000_000;
  private static final int LONG_SERIES = 2_000;
  private static final int LONG_POINTS = 1_440;
  private static final int SMALL_QUERIES = 10_000;

  /// The number of heavy queries, which take longer than the small ones beside them.
  private static final int HEAVY_QUERIES = 150;

  private static final int WARM_UP = 3;
  private static final int TURNS = 9;

  private GuardRailBenchmark() {}

  public static void main(String[] none) throws Exception {
    try (var root = new LoadedRoot("--max-series=100000")) {
      fill(root);
      for (int i = 0; i < 20; i++) {
        refusal(root, false);
      }
      refusal(root, true);
      largeAnswer(root);
      disconnect(root);
      smallBesideHeavy(root);
    }
  }

  private static void fill(LoadedRoot root) {
    long end = LoadedRoot.NOW.toEpochMilli();
    for (int i = 0; i < SERIES; i++) {
      put(root, "wide", i, end - 60_000, i);
    }
    for (int minute = LONG_POINTS; minute > 0; minute--) {
      for (int i = 0; i < LONG_SERIES; i++) {
        put(root, "long", i, end - minute * 60_000L, Math.sin(i + minute));
      }
    }
    root.flush();
  }

  private static void put(LoadedRoot root, String metric, int host, long time, double value) {
    var name = SeriesName.of(metric, Map.of("host", "host_" + host, "dc", "dc" + host % 10));
    root.put(name, time, value);
  }

  private static void refusal(LoadedRoot root, boolean print) throws IOException {
    try (var client = new KeepAliveClient(root.port())) {
      long start = System.nanoTime();
      client.post("/api/query", query("\"metric\":\"wide\",\"aggregator\":\"sum\""), 413);
      if (print) {
        print("refusal of 1,000,000 series by a limit of 100,000", System.nanoTime() - start);
      }
    }
  }

  /// The heap is measured in the middle of the answer, after a collection, while the client waits.
  private static void largeAnswer(LoadedRoot root) throws Exception {
    String raw = query("\"metric\":\"long\",\"aggregator\":\"none\"");
    long before = usedHeap();
    try (var socket = ask(root, raw)) {
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[64 << 10];
      long bytes = 0;
      while (bytes < 20L << 20) {
        bytes += in.read(buffer);
      }
      long during = usedHeap();
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        bytes += read;
        if (endsWithLastChunk(buffer, read)) {
          break;
        }
      }
      System.out.println(
          "%-60s %,d bytes answered, %,d KiB of heap more in the middle of it"
              .formatted("large answer", bytes, (during - before) >> 10));
    }
  }

  private static boolean endsWithLastChunk(byte[] buffer, int length) {
    byte[] end = "0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    return length >= end.length
        && Arrays.equals(buffer, length - end.length, length, end, 0, end.length);
  }

  private static void disconnect(LoadedRoot root) throws Exception {
    Socket socket = ask(root, query("\"metric\":\"long\",\"aggregator\":\"none\""));
    byte[] buffer = new byte[64 << 10];
    if (socket.getInputStream().read(buffer) <= 0 || !isRunning(root)) {
      throw new IllegalStateException("the query should be running");
    }
    long start = System.nanoTime();
    socket.close();
    while (isRunning(root)) {
      Thread.onSpinWait();
    }
    print("a disconnected client's query has stopped after", System.nanoTime() - start);
  }

  private static boolean isRunning(LoadedRoot root) throws IOException {
    try (var client = new KeepAliveClient(root.port())) {
      return !client.get("/api/stats/query").contains("\"running\":[]");
    }
  }

  /// Alternates both, because the machine changes from second to second.
  private static void smallBesideHeavy(LoadedRoot root) throws IOException {
    String one =
        "\"metric\":\"long\",\"aggregator\":\"max\",\"downsample\":\"5m-max\","
            + "\"tags\":{\"host\":\"host_7\"}";
    String all = "\"metric\":\"long\",\"aggregator\":\"sum\",\"downsample\":\"1m-avg\"";
    try (var small = new QueryProcess(root.port(), query(one, Duration.ofHours(1)));
        var heavy = new QueryProcess(root.port(), query(all))) {
      for (int turn = 0; turn < WARM_UP + TURNS; turn++) {
        QueryProcess.Latencies alone = small.ask(SMALL_QUERIES);
        heavy.begin(HEAVY_QUERIES);
        QueryProcess.Latencies beside = small.ask(SMALL_QUERIES);
        heavy.end();
        if (turn >= WARM_UP) {
          System.out.println(
              "%-60s idle p50 %.3f p99 %.3f ms, beside a heavy query p50 %.3f p99 %.3f ms: x %.2f"
                  .formatted(
                      "small queries",
                      alone.p50Millis(),
                      alone.p99Millis(),
                      beside.p50Millis(),
                      beside.p99Millis(),
                      beside.p99Millis() / alone.p99Millis()));
        }
      }
    }
  }

  private static Socket ask(LoadedRoot root, String json) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), root.port());
    String request =
        "POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(json.length(), json);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static String query(String sub) {
    return query(sub, Duration.ofDays(1));
  }

  private static String query(String sub, Duration range) {
    long end = LoadedRoot.NOW.getEpochSecond();
    return "{\"start\":%d,\"end\":%d,\"queries\":[{%s}]}"
        .formatted(end - range.toSeconds(), end, sub);
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void print(String what, long nanos) {
    System.out.println("%-60s %.1f ms".formatted(what, nanos / 1e6));
  }
}
