package goku.tier;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The damaged files and databases that were set aside, kept for an examination. A leftover is
/// removed once this process has seen it for a while, so a wrong clock of an earlier process does
/// not matter. Thread-safe.
public final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private final Duration keep;
  private final InstantSource clock;

  // guarded by this
  private final Map<Path, Instant> since = new HashMap<>();

  /// @param keep the time for which leftovers stay
  public Leftovers(Duration keep, InstantSource clock) {
    this.keep = keep;
    this.clock = clock;
  }

  /// Removes the leftovers whose time has passed. A failure is logged and retried by the next call.
  ///
  /// @param found all leftovers that exist
  public synchronized void review(Collection<Path> found) {
    since.keySet().retainAll(found);
    Instant now = clock.instant();
    for (Path leftover : found) {
      if (!since.computeIfAbsent(leftover, path -> now).plus(keep).isAfter(now)) {
        remove(leftover);
      }
    }
  }

  private void remove(Path leftover) {
    try {
      DirectoryTree.remove(leftover);
      since.remove(leftover);
      LOG.info("leftover removed path={}", leftover);
    } catch (IOException failed) {
      LOG.error("leftover cannot be removed, remove it path={}", leftover, failed);
    }
  }
}
