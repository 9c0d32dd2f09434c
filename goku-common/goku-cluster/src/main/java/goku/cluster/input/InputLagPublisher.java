package goku.cluster.input;

import goku.cluster.ClusterClient;
import goku.fault.TroubleLog;
import goku.kafka.input.InputLag;
import goku.service.Service;
import goku.telemetry.Check;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A writer of the ingestors' lag to ZooKeeper, while this controller leads.
public final class InputLagPublisher implements Service {
  static final String PATH = "/goku/input-lag";

  private static final Logger LOG = LoggerFactory.getLogger(InputLagPublisher.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /// The longest interval between writes, as for the shard map.
  private static final Duration REFRESH = Duration.ofSeconds(10);

  /// Lags below are not written when they change, and lags above the limit only at the refresh.
  private static final long STEPS_FROM_SECONDS = 3;

  private static final long STEPS_TO_SECONDS = 60;

  private final ClusterClient cluster;
  private final BooleanSupplier leads;
  private final Supplier<Optional<InputLag>> lag;
  private final InstantSource clock;
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "input lag write failure", "");
  private final Thread thread =
      Thread.ofPlatform().daemon().name("input-lag-publisher").unstarted(this::run);
  private @Nullable Matter written;
  private long writtenNanos;

  /// The part of an entry that is written as soon as it changes.
  private record Matter(long seconds, boolean hasMembers, boolean isKnown) {
    static Matter of(InputLag lag) {
      long seconds = Math.min(STEPS_TO_SECONDS, lag.lagMillis() / 1000);
      return new Matter(
          seconds < STEPS_FROM_SECONDS ? 0 : seconds, lag.members() > 0, lag.problem().isEmpty());
    }
  }

  /// @param leads whether this controller leads
  /// @param lag supplies the lag; empty while it is unknown, and nothing is written
  public InputLagPublisher(
      ClusterClient cluster,
      BooleanSupplier leads,
      Supplier<Optional<InputLag>> lag,
      InstantSource clock) {
    this.cluster = cluster;
    this.leads = leads;
    this.lag = lag;
    this.clock = clock;
  }

  @Override
  public void start() {
    thread.start();
  }

  /// Returns a check that is ok: roots notice a missing entry.
  @Override
  public Check check() {
    return Check.ok("input-lag-publisher");
  }

  private void run() {
    try {
      while (true) {
        Optional<InputLag> now = leads.getAsBoolean() ? lag.get() : Optional.empty();
        if (now.isPresent()) {
          publish(now.get());
        } else {
          written = null;
        }
        Thread.sleep(INTERVAL);
      }
    } catch (InterruptedException closed) {
      // the process is closing
    }
  }

  private void publish(InputLag now) throws InterruptedException {
    Matter matter = Matter.of(now);
    boolean isFresh = System.nanoTime() - writtenNanos < REFRESH.toNanos();
    if (matter.equals(written) && isFresh) {
      return;
    }
    try {
      byte[] json = InputLagJson.write(clock.millis(), now);
      cluster.curator().create().orSetData().creatingParentsIfNeeded().forPath(PATH, json);
      written = matter;
      writtenNanos = System.nanoTime();
      trouble.end();
    } catch (InterruptedException closed) {
      throw closed;
    } catch (Exception failed) {
      trouble.begin(failed.toString(), failed);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
