package goku.standalone.agent;

import goku.fault.TroubleLog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The failures of one repeated task. Counts each failure, and logs only when failing begins and
/// ends. Thread-safe.
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
            .description("failed readings and sends of the metrics agent")
            .tag("subject", subject)
            .register(registry);
    return new FailureState(subject, failures);
  }

  void failed(Throwable cause) {
    failures.increment();
    trouble.begin(
        Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
            .map(Throwable::toString)
            .collect(Collectors.joining(", because ")),
        null);
  }

  void succeeded() {
    trouble.end();
  }
}
