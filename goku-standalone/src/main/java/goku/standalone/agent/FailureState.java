package goku.standalone.agent;

import goku.fault.TroubleLog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Counts the failures of one thing that is tried again and again, and logs only when it begins and
/// when it ceases to fail. Thread-safe.
final class FailureState {
  private static final Logger LOG = LoggerFactory.getLogger(FailureState.class);

  private final TroubleLog trouble;
  private final Counter failures;

  private FailureState(String subject, Counter failures) {
    trouble = new TroubleLog(LOG, Level.WARN, "metrics agent failure", "subject=" + subject);
    this.failures = failures;
  }

  static FailureState of(String subject, MeterRegistry registry) {
    Counter failures =
        Counter.builder("goku.agent.failures")
            .description("Readings and sends of the metrics agent that failed")
            .tag("subject", subject)
            .register(registry);
    return new FailureState(subject, failures);
  }

  void failed(Throwable cause) {
    failures.increment();
    trouble.begin(cause.toString(), null);
  }

  void succeeded() {
    trouble.end();
  }
}
