package goku.integration.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.fixture.GokuHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A client from 127.0.0.1 that puts a datapoint and asks a query, again and again. It notes each
/// answer that is not the right one. Thread-safe.
final class SteadyClient implements AutoCloseable {
  private static final Duration PACE = Duration.ofMillis(20);
  private static final String PUT = "calm";
  private static final String QUERIED = "still";
  private static final int QUERIED_DATAPOINTS = 100;

  /// The longest time in which all answers ask the client to repeat its request. A full heap budget
  /// refuses requests until the aborted ones have ended.
  private static final Duration MOST_REFUSED = Duration.ofMinutes(1);

  private final GokuHttp http;
  private final long startMillis;
  private final Map<Long, Double> acknowledged;
  private long next;
  private final Latencies puts = new Latencies();
  private final Latencies queries = new Latencies();
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();

  /// The nanosecond of the first refusal since the last answer that was right; 0 if there is none.
  private long refusedSinceNanos;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  /// @param acknowledged the datapoints that earlier clients put; this one adds its own
  private SteadyClient(GokuHttp http, long startMillis, Map<Long, Double> acknowledged) {
    this.http = http;
    this.startMillis = startMillis;
    this.acknowledged = new TreeMap<>(acknowledged);
    this.next = acknowledged.keySet().stream().mapToLong(m -> m + 1).max().orElse(startMillis);
  }

  /// Returns a client that has started, and whose queries have an answer.
  static SteadyClient start(GokuHttp http, long startMillis, Map<Long, Double> acknowledged) {
    var client = new SteadyClient(http, startMillis, acknowledged);
    var _ =
        client.thread.scheduleWithFixedDelay(
            client::step, 0, PACE.toMillis(), TimeUnit.MILLISECONDS);
    return client;
  }

  /// Writes the datapoints that the queries return.
  static void prepare(GokuHttp http, long startMillis) {
    var body = new StringBuilder();
    for (int i = 0; i < QUERIED_DATAPOINTS; i++) {
      body.append(i == 0 ? "[" : ",").append(json(QUERIED, startMillis + i, i));
    }
    HttpResponse<String> answer = http.put(body.append(']').toString());
    if (answer.statusCode() != 204) {
      throw new IllegalStateException("put answered " + answer.statusCode() + answer.body());
    }
  }

  static boolean isPrepared(GokuHttp http, long startMillis) {
    return http.series(QUERIED, startMillis).equals(queried(startMillis));
  }

  private static Map<String, Map<Long, Double>> queried(long startMillis) {
    Map<Long, Double> values = new TreeMap<>();
    for (int i = 0; i < QUERIED_DATAPOINTS; i++) {
      values.put(startMillis + i, (double) i);
    }
    return Map.of("host=a", values);
  }

  private static String json(String metric, long millis, double value) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%s,\"tags\":{\"host\":\"a\"}}"
        .formatted(metric, millis, value);
  }

  private void step() {
    try {
      put();
      query();
    } catch (RuntimeException failed) {
      faults.add(failed.toString());
    }
  }

  private void put() {
    long millis = next++;
    double value = valueAt(millis);
    long begin = System.nanoTime();
    HttpResponse<String> answer = http.post("/api/put", json(PUT, millis, value).getBytes(UTF_8));
    puts.add(System.nanoTime() - begin);
    if (answer.statusCode() == 204) {
      synchronized (acknowledged) {
        acknowledged.put(millis, value);
      }
      refusedSinceNanos = 0;
    } else if (!isRefused(answer)) {
      faults.add("put answered " + answer.statusCode() + " " + answer.body());
    }
  }

  /// Returns whether the next step repeats the request, as clients do after a 503.
  private boolean isRefused(HttpResponse<String> answer) {
    if (answer.statusCode() != 503) {
      return false;
    }
    long now = System.nanoTime();
    refusedSinceNanos = refusedSinceNanos == 0 ? now : refusedSinceNanos;
    if (now - refusedSinceNanos > MOST_REFUSED.toNanos()) {
      return false;
    }
    refusals.incrementAndGet();
    return true;
  }

  private void query() {
    long begin = System.nanoTime();
    HttpResponse<String> answer =
        http.get("/api/query?ms=true&start=" + startMillis + "&m=none:" + QUERIED);
    queries.add(System.nanoTime() - begin);
    boolean isExact =
        answer.statusCode() == 200
            && GokuHttp.series(GokuHttp.parse(answer.body())).equals(queried(startMillis));
    if (isExact) {
      refusedSinceNanos = 0;
    } else if (!isRefused(answer)) {
      faults.add("query answered " + answer.statusCode() + " " + answer.body());
    }
  }

  private double valueAt(long millis) {
    return millis - startMillis;
  }

  /// Returns whether a query returns all acknowledged datapoints, and no wrong value.
  boolean isExact() {
    Map<Long, Double> expected = acknowledged();
    Map<Long, Double> found = http.series(PUT, startMillis).getOrDefault("host=a", Map.of());
    return found.keySet().containsAll(expected.keySet())
        && found.entrySet().stream().allMatch(e -> e.getValue() == valueAt(e.getKey()));
  }

  /// Returns the acknowledged datapoints: value by millisecond.
  Map<Long, Double> acknowledged() {
    synchronized (acknowledged) {
      return new TreeMap<>(acknowledged);
    }
  }

  /// Returns and forgets the answers that were wrong.
  List<String> takeFaults() {
    List<String> all = List.copyOf(faults);
    faults.removeAll(all);
    return all;
  }

  Latencies puts() {
    return puts;
  }

  Latencies queries() {
    return queries;
  }

  @Override
  public void close() {
    thread.close();
    System.out.printf("the client beside the attacks was refused %d times%n", refusals.get());
  }
}
