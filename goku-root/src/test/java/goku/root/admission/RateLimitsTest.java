package goku.root.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import goku.config.ConfigLoader;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.access.Caller;
import goku.http.access.Grant;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private static final String ANN = "/10.0.0.1:5000";
  private static final String BOB = "/10.0.0.2:5000";

  private final AtomicLong now = new AtomicLong(-1_000_000);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void requestsAreNotLimitedByDefault() {
    RateLimits limits = limits();
    for (int i = 0; i < 100_000; i++) {
      limits.take(from(ANN));
    }
    assertThat(refused("rate") + refused("client-rate")).isZero();
  }

  @Test
  void aClientMaySendABurstAndThenItsRate() {
    RateLimits limits = limits("--rate-limit-per-client=5", "--rate-limit-burst=2s");
    letsIn(limits, ANN, 10);
    refuses(limits, ANN);
    pass(Duration.ofSeconds(1));
    letsIn(limits, ANN, 5);
    refuses(limits, ANN);
  }

  @Test
  void aLongPauseAllowsOnlyOneBurst() {
    RateLimits limits = limits("--rate-limit-per-client=5", "--rate-limit-burst=2s");
    letsIn(limits, ANN, 10);
    pass(Duration.ofDays(400));
    letsIn(limits, ANN, 10);
    refuses(limits, ANN);
  }

  @Test
  void clientsHaveSeparateRates() {
    RateLimits limits = limits("--rate-limit-per-client=1", "--rate-limit-burst=1s");
    letsIn(limits, ANN, 1);
    refuses(limits, ANN);
    letsIn(limits, BOB, 1);
  }

  @Test
  void theErrorNamesClientLimitSettingAndRetryTime() {
    RateLimits limits = limits("--rate-limit-per-client=2", "--rate-limit-burst=1s");
    letsIn(limits, ANN, 2);
    HttpError error = refuses(limits, ANN);
    assertThat(error.status()).isEqualTo(429);
    assertThat(error).hasMessageContainingAll("10.0.0.1", "2 queries", "rate-limit-per-client");
    assertThat(error.details()).contains("is 2 queries", "rate-limit-burst");
    assertThat(error.retryAfter()).isEqualTo(Duration.ofMillis(500));
    assertThat(refused("client-rate")).isOne();
  }

  @Test
  void allClientsShareTheRateOfAll() {
    RateLimits limits = limits("--rate-limit=2", "--rate-limit-burst=1s");
    letsIn(limits, ANN, 1);
    letsIn(limits, BOB, 1);
    HttpError error = refuses(limits, "/10.0.0.3:5000");
    assertThat(error.status()).isEqualTo(429);
    assertThat(error).hasMessageContainingAll("All clients", "2 queries", "the limit rate-limit");
    assertThat(refused("rate")).isOne();
  }

  @Test
  void aClientRejectedByTheSharedRateIsNotCharged() {
    RateLimits limits =
        limits("--rate-limit=1", "--rate-limit-per-client=1", "--rate-limit-burst=2s");
    letsIn(limits, BOB, 2);
    refuses(limits, ANN);
    pass(Duration.ofSeconds(2));
    letsIn(limits, ANN, 2);
  }

  @Test
  void aClientRejectedByItsOwnRateDoesNotUseTheSharedRate() {
    RateLimits limits =
        limits("--rate-limit=3", "--rate-limit-per-client=1", "--rate-limit-burst=1s");
    letsIn(limits, ANN, 1);
    for (int i = 0; i < 10; i++) {
      refuses(limits, ANN);
    }
    letsIn(limits, BOB, 1);
    letsIn(limits, "/10.0.0.3:5000", 1);
  }

  @Test
  void aUserIsOneClientAtAllAddresses() {
    RateLimits limits = limits("--rate-limit-per-client=1", "--rate-limit-burst=1s");
    limits.take(from(ANN, "grafana"));
    assertThat(refusal(limits, from(BOB, "grafana"))).hasMessageContaining("user grafana");
    limits.take(from(ANN, "alerts"));
  }

  @Test
  void aPortDoesNotMakeAnotherClient() {
    RateLimits limits = limits("--rate-limit-per-client=1", "--rate-limit-burst=1s");
    letsIn(limits, "/10.0.0.1:5000", 1);
    refuses(limits, "/10.0.0.1:5001");
  }

  @Test
  void theAddressesOfAnIpv6NetworkAreOneClient() {
    RateLimits limits = limits("--rate-limit-per-client=1", "--rate-limit-burst=1s");
    letsIn(limits, "/[2001:db8:0:1:0:0:0:1]:5000", 1);
    assertThat(refuses(limits, "/[2001:db8:0:1:ffff:0:0:2]:5000"))
        .hasMessageContaining("2001:db8:0:1::/64");
    letsIn(limits, "/[2001:db8:0:2:0:0:0:1]:5000", 1);
  }

  private void letsIn(RateLimits limits, String remote, int queries) {
    for (int i = 0; i < queries; i++) {
      assertThatCode(() -> limits.take(from(remote))).doesNotThrowAnyException();
    }
  }

  private HttpError refuses(RateLimits limits, String remote) {
    return refusal(limits, from(remote));
  }

  private static HttpError refusal(RateLimits limits, HttpRequest request) {
    return Objects.requireNonNull(
        catchThrowableOfType(HttpError.class, () -> limits.take(request)), "it was let in");
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private double refused(String outcome) {
    return registry.get("goku.root.admission").tag("outcome", outcome).counter().count();
  }

  private RateLimits limits(String... flags) {
    AdmissionConfig config = ConfigLoader.defaults(AdmissionConfig.class, flags);
    return new RateLimits(config, new AdmissionMetrics(registry), now::get);
  }

  private static HttpRequest from(String remote) {
    return from(remote, Caller.ANYBODY);
  }

  private static HttpRequest from(String remote, @Nullable String user) {
    return from(remote, new Caller(user, Grant.ALL));
  }

  private static HttpRequest from(String remote, Caller caller) {
    return new HttpRequest("GET", "/api/query", Map.of(), Map.of(), new byte[0], remote, caller);
  }
}
