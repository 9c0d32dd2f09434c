package goku.kafka.input;

import goku.fault.TroubleLog;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The log of the ingestors' troubles: a lag that marks answers, a group without members, and a lag
/// that cannot be read. Owned by one thread.
final class InputLagLog {
  /// The lag that is logged: the default of `root.routing.max-lag`, from which answers are marked.
  static final Duration REPORTED = Duration.ofSeconds(5);

  /// The time for which the group may have no member while ingestors start.
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(InputLagLog.class);

  private final LongSupplier nanoTime;
  private final TroubleLog lag;
  private final TroubleLog absence;
  private final TroubleLog failure;
  private long hadMembersNanos;

  InputLagLog(String group, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    lag = new TroubleLog(LOG, Level.WARN, "input lag", "group=" + group);
    absence = new TroubleLog(LOG, Level.WARN, "absence of ingestors", "group=" + group);
    failure = new TroubleLog(LOG, Level.WARN, "input lag read failure", "group=" + group);
    hadMembersNanos = nanoTime.getAsLong();
  }

  void report(InputLag now) {
    if (now.lagMillis() > REPORTED.toMillis()) {
      lag.begin(
          "%d records wait, the group has %d members".formatted(now.records(), now.members()),
          null);
    } else {
      lag.end();
    }
    if (!now.problem().isEmpty()) {
      failure.begin(now.problem(), null);
      return;
    }
    failure.end();
    long nanos = nanoTime.getAsLong();
    if (now.members() > 0) {
      hadMembersNanos = nanos;
      absence.end();
    } else if (nanos - hadMembersNanos > PATIENCE.toNanos()) {
      absence.begin("the consumer group has no member", null);
    }
  }
}
