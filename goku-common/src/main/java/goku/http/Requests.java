package goku.http;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Lets requests in up to the limit, each on a virtual thread of its own, and counts them. Shared
/// by all connections.
final class Requests {
  private final HttpConfig config;
  private final Dispatcher dispatcher;
  private final HttpMetrics metrics;
  private final Executor threads;
  private final Semaphore permits;

  Requests(HttpConfig config, Dispatcher dispatcher, HttpMetrics metrics, Executor threads) {
    this.config = config;
    this.dispatcher = dispatcher;
    this.metrics = metrics;
    this.threads = threads;
    this.permits = new Semaphore(config.maxRequests());
  }

  HttpConfig config() {
    return config;
  }

  /// @param done called when the answer has left (true) or cannot any more (false)
  void start(PendingRequest request, Channel channel, WritableGate gate, Consumer<Boolean> done) {
    Route route = dispatcher.route(request.head()).orElse(null);
    boolean permitted = permits.tryAcquire();
    boolean refused = !permitted && (route == null || !route.always());
    Route taken = refused ? busy() : route;
    byte[] body = refused ? new byte[0] : request.body().collected(); // not worth unzipping
    long began = System.nanoTime();
    threads.execute(
        new Exchange(
            dispatcher,
            channel,
            gate,
            request.client(),
            request.head(),
            taken,
            body,
            (status, sent) -> {
              if (permitted) {
                permits.release();
              }
              finished(route, status, sent, System.nanoTime() - began);
              done.accept(sent);
            }));
  }

  void refused(HttpError error) {
    metrics.rejected(error.status() == 413 ? "too-large" : "unreadable");
  }

  /// Waits for the requests in work and lets no more in.
  boolean drain(Duration patience) throws InterruptedException {
    return permits.tryAcquire(config.maxRequests(), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Route busy() {
    metrics.rejected("busy");
    return new Route(
        "busy",
        request -> {
          throw new HttpError(
              503,
              "the server is at its limit of %d requests at a time: try again later"
                  .formatted(config.maxRequests()));
        },
        false);
  }

  private void finished(@Nullable Route route, int status, boolean sent, long nanos) {
    metrics.answered(route == null ? "none" : route.pattern(), status, nanos);
    if (!sent) {
      metrics.abandoned();
    }
  }
}
