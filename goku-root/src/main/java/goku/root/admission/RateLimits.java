package goku.root.admission;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.http.access.Quotas;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The query rate limits per client, per entry of the auth file, and for all clients. Thread-safe.
final class RateLimits {
  private static final int MAX_CLIENTS = 10_000;

  private final @Nullable TokenBuckets clients;
  private final @Nullable RateLimit limit;
  private final @Nullable Bucket all;
  private final Quotas quotas;
  private final AdmissionMetrics metrics;

  RateLimits(AdmissionConfig config, AdmissionMetrics metrics, LongSupplier nanoTime) {
    this.metrics = metrics;
    quotas = new Quotas(Grant::queriesPerSecond, nanoTime);
    RateLimit ofClient =
        config.limit(
            config.rateLimitPerClient(),
            "rate-limit-per-client",
            AdmissionOutcome.CLIENT_RATE,
            nanoTime);
    clients = ofClient == null ? null : new TokenBuckets(ofClient, MAX_CLIENTS);
    limit = config.limit(config.rateLimit(), "rate-limit", AdmissionOutcome.RATE, nanoTime);
    all = limit == null ? null : limit.rate().bucket();
    if (clients != null) {
      metrics.gauge("clients", "clients whose rate is tracked", clients::size);
    }
  }

  /// Charges one query to all limits that apply to the request.
  ///
  /// @throws HttpError 429 if a rate is exceeded
  void take(HttpRequest request) {
    if (clients != null || all != null || quotas.perSecond(request.caller()) > 0) {
      EventLoop.leave(); // a restarted request would be charged again
    }
    takeOwn(request.caller());
    if (clients != null) {
      String client = ClientName.of(request);
      takeOfAll(clients.take(client, "The client " + client + " sent", metrics));
    } else {
      takeOfAll(null);
    }
  }

  /// Charges the caller's own quota from the auth file.
  private void takeOwn(Caller caller) {
    Duration wait = quotas.wait(caller);
    if (wait.isPositive()) {
      metrics.count(AdmissionOutcome.QUOTA);
      throw new HttpError(
          429,
          "%s sent more than %d queries per second"
              .formatted(caller.name(), quotas.perSecond(caller)),
          "The limit is queries-per-second of the line in the auth file",
          wait);
    }
    quotas.charge(caller, 1);
  }

  /// Charges the rate of all clients.
  ///
  /// @param paid the client's bucket, refunded if the query is rejected
  private void takeOfAll(@Nullable Bucket paid) {
    if (all == null || limit == null) {
      return;
    }
    try {
      limit.take(all, "All clients together sent", metrics);
    } catch (HttpError e) {
      if (paid != null) {
        paid.addTokens(1);
      }
      throw e;
    }
  }
}
