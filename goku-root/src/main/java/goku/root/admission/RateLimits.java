package goku.root.admission;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.http.access.Quotas;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Queries a second, of one client and of all. Thread-safe.
final class RateLimits {
  private static final int MAX_CLIENTS = 10_000;

  private final @Nullable Rate clientRate;
  private final @Nullable ClientBuckets clients;
  private final @Nullable Rate rate;
  private final @Nullable Bucket all;
  private final Quotas quotas;
  private final AdmissionMetrics metrics;

  RateLimits(AdmissionConfig config, AdmissionMetrics metrics, LongSupplier nanoTime) {
    this.metrics = metrics;
    quotas = new Quotas(Grant::queriesPerSecond, nanoTime);
    clientRate = rate(config.rateLimitPerClient(), config, nanoTime);
    clients = clientRate == null ? null : new ClientBuckets(clientRate, MAX_CLIENTS);
    rate = rate(config.rateLimit(), config, nanoTime);
    all = rate == null ? null : rate.bucket();
    if (clients != null) {
      metrics.gauge("clients", "clients whose rate is known", clients::size);
    }
  }

  /// @throws HttpError 429 if the client, or all of them, asked too often
  void take(HttpRequest request) {
    takeOwn(request.caller());
    if (clients != null && clientRate != null) {
      String client = ClientName.of(request);
      Bucket bucket = clients.of(client);
      take(
          bucket, Outcome.CLIENT_RATE, "The client " + client, "rate-limit-per-client", clientRate);
      takeOfAll(bucket);
    } else {
      takeOfAll(null);
    }
  }

  /// What the auth file allows the caller.
  private void takeOwn(Caller caller) {
    Duration wait = quotas.wait(caller);
    if (wait.isPositive()) {
      metrics.count(Outcome.QUOTA);
      throw new HttpError(
          429,
          "%s sent more than %d queries a second"
              .formatted(caller.name(), quotas.perSecond(caller)),
          "The limit is queries-per-second of the line in the auth file",
          wait);
    }
    quotas.charge(caller, 1);
  }

  /// @param paid gets back what it gave, if the query is refused all the same
  private void takeOfAll(@Nullable Bucket paid) {
    if (all == null || rate == null) {
      return;
    }
    try {
      take(all, Outcome.RATE, "All clients together", "rate-limit", rate);
    } catch (HttpError e) {
      if (paid != null) {
        paid.addTokens(1);
      }
      throw e;
    }
  }

  private void take(Bucket bucket, Outcome refusal, String who, String setting, Rate limit) {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      metrics.count(refusal);
      throw new HttpError(
          429,
          "%s sent more than %d queries a second, the limit %s"
              .formatted(who, limit.perSecond(), setting),
          ("After a pause %d may come at once (rate-limit-burst). Ask less often, or raise %s of"
                  + " the root")
              .formatted(limit.atOnce(), setting),
          Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }
  }

  private static @Nullable Rate rate(int perSecond, AdmissionConfig config, LongSupplier nanoTime) {
    return perSecond == 0 ? null : new Rate(perSecond, config.rateLimitBurst(), nanoTime);
  }
}
