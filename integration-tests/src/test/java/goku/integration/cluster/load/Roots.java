package goku.integration.cluster.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// The roots as seen by a client behind a load balancer: queried in turn, and a root without an
/// answer is avoided for a while. Another root replaces only one that a test has faulted. If a
/// healthy root gives no answer, that is the result. Thread-safe.
public final class Roots implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  /// A time longer than any query may take, so that only a hanging root gives no answer.
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /// The interval of the load balancer's health checks of a root that owes an answer.
  private static final Duration CHECKED = Duration.ofSeconds(1);

  private static final Duration AVOIDED = Duration.ofSeconds(5);

  private final List<Root> all;
  private final Map<Root, Long> avoidedUntilNanos = new ConcurrentHashMap<>();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  /// @param all at least one
  public Roots(List<Root> all) {
    this.all = List.copyOf(all);
  }

  /// A root.
  ///
  /// @param url `http://host:port`
  /// @param faulted whether a test keeps it from answering
  public record Root(String url, BooleanSupplier faulted) {}

  /// An answer.
  ///
  /// @param status 0 without an answer; the body then says why
  /// @param partial the header's missing parts; empty for none
  /// @param millis from the first attempt to the end of the answer
  /// @param attempts above one if a faulted root was queried first
  record Reply(int status, String partial, String body, String root, long millis, int attempts) {}

  List<Root> all() {
    return all;
  }

  /// Asks one of them.
  ///
  /// @param turn which one is asked first
  Reply ask(String pathAndQuery, int turn) throws InterruptedException {
    long began = System.nanoTime();
    int attempts = 0;
    String failure = "all roots are faulted";
    String last = "none";
    for (Root root : inTurn(turn)) {
      attempts++;
      last = root.url();
      try {
        HttpResponse<String> answer = send(root, pathAndQuery);
        return reply(answer, root, began, attempts);
      } catch (IOException none) {
        failure = none.toString();
        avoidedUntilNanos.put(root, System.nanoTime() + AVOIDED.toNanos());
        if (!root.faulted().getAsBoolean()) {
          break;
        }
      }
    }
    return new Reply(0, "", failure, last, millisSince(began), attempts);
  }

  /// Asks this one, come what may.
  Reply askAt(Root root, String pathAndQuery) throws InterruptedException {
    long began = System.nanoTime();
    try {
      return reply(send(root, pathAndQuery), root, began, 1);
    } catch (IOException none) {
      return new Reply(0, "", none.toString(), root.url(), millisSince(began), 1);
    }
  }

  private HttpResponse<String> send(Root root, String pathAndQuery)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(root.url() + pathAndQuery)).timeout(TIMEOUT).build();
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    while (true) {
      try {
        return answer.get(CHECKED.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException silent) {
        if (root.faulted().getAsBoolean()) {
          answer.cancel(true);
          throw new HttpTimeoutException("no answer within " + CHECKED);
        }
      } catch (ExecutionException failed) {
        throw new IOException(failed.getCause());
      }
    }
  }

  private static Reply reply(HttpResponse<String> answer, Root root, long began, int attempts) {
    String partial = answer.headers().firstValue("X-Goku-Partial").orElse("");
    return new Reply(
        answer.statusCode(), partial, answer.body(), root.url(), millisSince(began), attempts);
  }

  /// Puts avoided roots last. Without another root there would otherwise be no answer for a moment.
  private List<Root> inTurn(int turn) {
    long now = System.nanoTime();
    return IntStream.range(0, all.size())
        .mapToObj(i -> all.get((turn + i) % all.size()))
        .sorted(Comparator.comparing(root -> avoidedUntilNanos.getOrDefault(root, now) - now > 0))
        .toList();
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
