package goku.root.admission;

import goku.eventloop.EventLoop;
import goku.eventloop.NeedsThreadException;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.control.AskedAt;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The door of the root: what comes too often is refused with 429, what comes when too many are at
/// work waits, and what finds the queue full is refused with 503. Thread-safe.
public final class Admission {
  private final RateLimits rates;
  private final MetricRates metricRates;
  private final QueryQueue queue;

  /// @param queryTimeout the longest that a query waits; what it waited counts against this time
  /// @param nanoTime of the rates, as of `System.nanoTime()`
  public Admission(
      AdmissionConfig config,
      Duration queryTimeout,
      MeterRegistry registry,
      LongSupplier nanoTime) {
    var metrics = new AdmissionMetrics(registry);
    rates = new RateLimits(config, metrics, nanoTime);
    metricRates = new MetricRates(config, metrics, nanoTime);
    queue = new QueryQueue(config, queryTimeout, metrics);
  }

  /// For those who have read which metrics a request that was let in asks for.
  public MetricRates metricRates() {
    return metricRates;
  }

  /// A handler whose requests come through this door. A request is at work until its answer is
  /// written.
  public HttpHandler guard(HttpHandler handler) {
    return request -> handle(request, handler);
  }

  private HttpResponse handle(HttpRequest request, HttpHandler handler) throws Exception {
    rates.take(request);
    long asked = System.nanoTime();
    boolean waited = queue.enter();
    boolean again = false;
    try {
      HttpResponse response =
          waited ? AskedAt.call(asked, () -> handler.handle(request)) : handler.handle(request);
      return leavingAfter(response);
    } catch (Throwable e) { // whatever it is, the place is free
      queue.leave();
      again = e instanceof NeedsThreadException;
      throw e;
    } finally {
      if (EventLoop.isCurrent() && !again) {
        queue.countAtOnce();
      }
    }
  }

  private HttpResponse leavingAfter(HttpResponse response) {
    HttpResponse.Body body =
        out -> {
          try {
            response.body().writeTo(out);
          } finally {
            queue.leave();
          }
        };
    return new HttpResponse(response.status(), response.contentType(), response.headers(), body);
  }
}
