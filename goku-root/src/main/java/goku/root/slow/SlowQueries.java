package goku.root.slow;

import goku.eventloop.NeedsThreadException;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// The log of requests that take long, from their arrival until their answer is written. The logger
/// is `goku.slow-query`. It writes at most sixty lines a minute, because a slow root is slow for
/// all requests. All requests are counted, and the line after a gap tells how many were left out.
/// Thread-safe.
public final class SlowQueries {
  static final String LOGGER = "goku.slow-query";
  static final int LINES_PER_MINUTE = 60;

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final ScopedValue<Watched> WATCHED = ScopedValue.newInstance();

  private final Duration threshold;
  private final LongSupplier nanoTime;
  private final Bucket lines;
  private final Counter logged;
  private final Counter unlogged;
  private final AtomicLong leftOut = new AtomicLong();

  /// Creates the log.
  ///
  /// @param nanoTime elapsed time, as of `System.nanoTime()`
  public SlowQueries(Duration threshold, MeterRegistry registry, LongSupplier nanoTime) {
    this.threshold = threshold;
    this.nanoTime = nanoTime;
    lines =
        Bucket.builder()
            .addLimit(
                limit ->
                    limit
                        .capacity(LINES_PER_MINUTE)
                        .refillGreedy(LINES_PER_MINUTE, Duration.ofMinutes(1)))
            .withCustomTimePrecision(meter(nanoTime))
            .build();
    logged = counter(registry, true);
    unlogged = counter(registry, false);
  }

  /// Returns a handler with admission that measures requests including their time in the queue.
  public HttpHandler watch(UnaryOperator<HttpHandler> door, HttpHandler handler) {
    HttpHandler behind = door.apply(this::letIn);
    return request -> {
      var watched = new Watched(handler, new QueryTrace(), nanoTime.getAsLong());
      try {
        HttpResponse response =
            ScopedValue.where(WATCHED, watched)
                .where(QueryTrace.CURRENT, watched.trace())
                .call(() -> behind.handle(request));
        return watchedToItsEnd(request, response, watched);
      } catch (NeedsThreadException again) {
        throw again;
      } catch (HttpError refused) {
        ended(
            request,
            watched,
            new Outcome(refused.status(), 0, String.valueOf(refused.getMessage())));
        throw refused;
      } catch (Exception failed) {
        ended(request, watched, new Outcome(500, 0, failed.toString()));
        throw failed;
      }
    };
  }

  private HttpResponse letIn(HttpRequest request) throws Exception {
    Watched watched = WATCHED.get();
    watched.trace().took(Stage.QUEUE, nanoTime.getAsLong() - watched.beganNanos());
    return watched.handler().handle(request);
  }

  private HttpResponse watchedToItsEnd(
      HttpRequest request, HttpResponse response, Watched watched) {
    HttpResponse.Body body =
        out -> {
          var counted = new CountedOutput(out);
          String error = "";
          try {
            response.body().writeTo(counted);
          } catch (Exception failed) {
            error = String.valueOf(failed.getMessage());
            throw failed;
          } finally {
            ended(request, watched, new Outcome(response.status(), counted.bytes(), error));
          }
        };
    return new HttpResponse(response.status(), response.contentType(), response.headers(), body);
  }

  private void ended(HttpRequest request, Watched watched, Outcome outcome) {
    Duration took = Duration.ofNanos(nanoTime.getAsLong() - watched.beganNanos());
    if (took.compareTo(threshold) < 0) {
      return;
    }
    if (!lines.tryConsume(1)) {
      unlogged.increment();
      leftOut.incrementAndGet();
      return;
    }
    logged.increment();
    var line = new SlowQueryLine(request, watched.trace(), took, outcome, leftOut.getAndSet(0));
    LoggingEventBuilder event = LOG.atWarn();
    for (Map.Entry<String, Object> field : line.fields().entrySet()) {
      event = event.addKeyValue(field.getKey(), field.getValue());
    }
    event.log(line.text());
  }

  private static Counter counter(MeterRegistry registry, boolean logged) {
    return Counter.builder("goku.root.slow.queries")
        .description("queries that took longer than slow-query-threshold")
        .tag("logged", Boolean.toString(logged))
        .register(registry);
  }

  private static TimeMeter meter(LongSupplier nanoTime) {
    return new TimeMeter() {
      @Override
      public long currentTimeNanos() {
        return nanoTime.getAsLong();
      }

      @Override
      public boolean isWallClockBased() {
        return false;
      }
    };
  }

  private record Watched(HttpHandler handler, QueryTrace trace, long beganNanos) {}

  /// The result of a request.
  ///
  /// @param bytes the size of the answer before compression
  /// @param error empty if there was no error
  record Outcome(int status, long bytes, String error) {}
}
