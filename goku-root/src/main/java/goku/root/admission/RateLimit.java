package goku.root.admission;

import goku.http.HttpError;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;

/// A rate with the setting that says it.
///
/// @param refusal what becomes of a query beyond it
record RateLimit(RefillRate rate, String setting, AdmissionOutcome refusal) {
  /// Takes one query out of a bucket of this rate.
  ///
  /// @param whose how the error begins: who asked, or what was asked for, too often
  /// @throws HttpError 429 if the bucket is empty
  void take(Bucket bucket, String whose, AdmissionMetrics metrics) {
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      metrics.count(refusal);
      throw new HttpError(
          429,
          "%s more than %d queries a second, the limit %s"
              .formatted(whose, rate.perSecond(), setting),
          ("After a pause %d may come at once (rate-limit-burst). Ask less often, or raise %s of"
                  + " the root")
              .formatted(rate.atOnce(), setting),
          Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }
  }
}
