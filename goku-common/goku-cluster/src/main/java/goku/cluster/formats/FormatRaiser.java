package goku.cluster.formats;

import goku.cluster.ClusterClient;
import goku.fault.TroubleLog;
import goku.service.ClusterException;
import goku.time.TrustedClock;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The leading controller's duty to raise the format level a day after the last node was upgraded.
/// Owned by one thread.
public final class FormatRaiser {
  private static final Logger LOG = LoggerFactory.getLogger(FormatRaiser.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  private final FormatRegistry registry;

  /// The earliest time that it can be, as a raised level is never undone.
  private final InstantSource earliest;

  private final TroubleLog trouble =
      new TroubleLog(LOG, Level.WARN, "failure to raise the format level", "");
  private long lookedNanos = System.nanoTime() - LOOK_EVERY.toNanos();

  public FormatRaiser(ClusterClient cluster, InstantSource clock) {
    this.registry = new FormatRegistry(cluster);
    this.earliest = TrustedClock.earliestOf(clock);
  }

  /// Raises the level if the time has come. Looks at most every ten seconds.
  public void tend() {
    if (System.nanoTime() - lookedNanos >= LOOK_EVERY.toNanos()) {
      lookedNanos = System.nanoTime();
      raise();
    }
  }

  private void raise() {
    try {
      registry.raiseIfDue(earliest.instant());
      trouble.end();
    } catch (ClusterException failed) {
      trouble.begin(String.valueOf(failed.getMessage()), failed);
    }
  }
}
