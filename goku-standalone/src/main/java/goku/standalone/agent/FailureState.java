package goku.standalone.agent;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts the failures of one thing that is tried again and again, and logs only when it begins and
/// when it ceases to fail. Thread-safe.
final class FailureState {
  private static final Logger LOG = LoggerFactory.getLogger(FailureState.class);

  private final String what;
  private final Counter failures;
  private final AtomicBoolean failing = new AtomicBoolean();

  /// @param what as the beginning of "… fails"
  FailureState(String what, Counter failures) {
    this.what = what;
    this.failures = failures;
  }

  static FailureState of(String what, String subject, MeterRegistry registry) {
    Counter failures =
        Counter.builder("goku.agent.failures")
            .description("Readings and sends of the metrics agent that failed")
            .tag("subject", subject)
            .register(registry);
    return new FailureState(what, failures);
  }

  void failed(Throwable cause) {
    failures.increment();
    if (failing.compareAndSet(false, true)) {
      LOG.warn("{} fails, further failures are only counted: {}", what, cause.toString());
    }
  }

  void succeeded() {
    if (failing.compareAndSet(true, false)) {
      LOG.info("{} works again", what);
    }
  }
}
