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

/// The admission control for queries. A query over a rate limit is rejected with 429. A query over
/// the limit on concurrent queries is queued, or rejected with 503 if the queue is full.
/// Thread-safe.
public final class Admission {
  private final RateLimits rates;
  private final MetricRates metricRates;
  private final QueryQueue queue;

  /// Creates the admission control.
  ///
  /// @param queryTimeout the longest time in the queue; that time counts against the query's
  ///   timeout
  /// @param nanoTime elapsed time for the rates, as of `System.nanoTime()`
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

  /// Returns the limits per metric, for callers that have parsed an admitted request.
  public MetricRates metricRates() {
    return metricRates;
  }

  /// Returns a handler that admits the requests of the given one. A request holds its permit until
  /// its answer is written.
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
    } catch (Throwable e) { // any failure frees the permit
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
