package goku.root.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.config.ConfigLoader;
import goku.http.HttpError;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricRatesTest {
  private final AtomicLong now = new AtomicLong(-1_000_000);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void metricsAreNotLimitedByDefault() {
    MetricRates rates = rates();
    for (int i = 0; i < 100_000; i++) {
      rates.take(Stream.of("cpu"));
    }
  }

  @Test
  void aMetricOverItsRateIsRejectedAndOthersAreNot() {
    MetricRates rates = rates("--rate-limit-per-metric=2", "--rate-limit-burst=1s");
    rates.take(Stream.of("cpu"));
    rates.take(Stream.of("cpu"));
    HttpError error = refusal(rates, "cpu");
    assertThat(error.status()).isEqualTo(429);
    assertThat(error).hasMessageContainingAll("metric cpu", "2 queries", "rate-limit-per-metric");
    assertThat(error.details()).contains("is 2 queries", "rate-limit-burst");
    assertThat(error.retryAfter()).isEqualTo(Duration.ofMillis(500));
    assertThat(registry.get("goku.root.admission").tag("outcome", "metric-rate").counter().count())
        .isOne();
    rates.take(Stream.of("memory"));
    now.addAndGet(Duration.ofMillis(500).toNanos());
    rates.take(Stream.of("cpu"));
  }

  @Test
  void aQueryWithManySubQueriesIsChargedOncePerMetric() {
    MetricRates rates = rates("--rate-limit-per-metric=1", "--rate-limit-burst=1s");
    rates.take(Stream.of("cpu", "memory", "cpu", "cpu"));
    refusal(rates, "cpu");
    refusal(rates, "memory");
  }

  @Test
  void aRejectedQueryIsNotChargedForItsOtherMetrics() {
    MetricRates rates = rates("--rate-limit-per-metric=1", "--rate-limit-burst=1s");
    rates.take(Stream.of("cpu"));
    refusal(rates, "memory", "cpu");
    rates.take(Stream.of("memory"));
  }

  private static HttpError refusal(MetricRates rates, String... metrics) {
    return Objects.requireNonNull(
        catchThrowableOfType(HttpError.class, () -> rates.take(Stream.of(metrics))),
        "it was let in");
  }

  private MetricRates rates(String... flags) {
    AdmissionConfig config = ConfigLoader.defaults(AdmissionConfig.class, flags);
    return new MetricRates(config, new AdmissionMetrics(registry), now::get);
  }
}
