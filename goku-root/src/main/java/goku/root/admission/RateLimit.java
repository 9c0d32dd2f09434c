package goku.root.admission;

import goku.http.HttpError;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;

/// A rate and the setting that defines it.
///
/// @param refusal the outcome of a query over the rate
record RateLimit(RefillRate rate, String setting, AdmissionOutcome refusal) {
  /// Takes one token from a bucket of this rate.
  ///
  /// @param whose the start of the error text: the client or metric, and a verb
  /// @throws HttpError 429 if the bucket is empty
  void take(Bucket bucket, String whose, AdmissionMetrics metrics) {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      metrics.count(refusal);
      throw new HttpError(
          429,
          "%s more than %d queries per second, the limit %s"
              .formatted(whose, rate.perSecond(), setting),
          ("The burst after a pause is %d queries (rate-limit-burst); query less often, or raise %s"
                  + " of the root")
              .formatted(rate.atOnce(), setting),
          Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }
  }
}
