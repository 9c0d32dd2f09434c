package goku.service;

import goku.fault.Backoff;
import goku.fault.TroubleLog;
import goku.model.Live;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A follower that adapts a service to a live value, on its own thread: the writer of the value
/// never waits, and failures are retried until one succeeds or a later value arrives. Counts
/// `goku.<service>.changes` by success.
///
/// One thread calls `start` and `close`, any thread calls `complaint`.
public final class LiveFollower<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveFollower.class);
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(2));
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final String what;
  private final Live<T> live;
  private final Consumer<? super T> action;
  private final Counter done;
  private final Counter failures;
  private final TroubleLog trouble;
  private final Semaphore news = new Semaphore(1);
  private final Thread thread;
  private volatile Optional<String> complaint = Optional.empty();

  /// Needed beside the interrupt, which the action may swallow.
  private volatile boolean closed;

  /// @param service the service in names of metrics
  /// @param what the subject of the change, for messages
  /// @param action adapts the service to the value, in any state; may be called again with the same
  ///   value, and throws if it must be retried
  public LiveFollower(
      String service,
      String what,
      Live<T> live,
      Consumer<? super T> action,
      MeterRegistry registry) {
    this.what = what;
    this.live = live;
    this.action = action;
    done = counter(registry, service, "done");
    failures = counter(registry, service, "failed");
    trouble = new TroubleLog(LOG, Level.ERROR, "change failure", "follower=" + service);
    thread = Thread.ofPlatform().daemon().name("goku-" + service + "-changes").unstarted(this::run);
  }

  private static Counter counter(MeterRegistry registry, String service, String outcome) {
    return Counter.builder("goku." + service + ".changes")
        .description("attempts to apply a change of shared settings")
        .tag("outcome", outcome)
        .register(registry);
  }

  /// Applies the current value and every later one.
  public void start() {
    live.follow(_ -> news.release());
    thread.start();
  }

  /// Returns why the service does not match the value; empty if it does, or if nothing has failed.
  public Optional<String> complaint() {
    return complaint;
  }

  /// Interrupts the running action and returns when it has ended.
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (!thread.join(CLOSE_TIMEOUT)) {
        LOG.warn("follower does not stop subject={}", what);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalThreadStateException neverStarted) {
      LOG.debug("follower was not started subject={}", what, neverStarted);
    }
  }

  private void run() {
    try {
      while (!closed) {
        news.acquire();
        for (int failed = 1; !follow(); failed++) {
          var _ = news.tryAcquire(BACKOFF.pause(failed).toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      // the service closes
    }
  }

  private boolean follow() throws InterruptedException {
    news.drainPermits();
    try {
      action.accept(live.current());
    } catch (RuntimeException failed) {
      if (closed || Thread.currentThread().isInterrupted()) {
        throw new InterruptedException(String.valueOf(failed.getMessage()));
      }
      failed(failed);
      return false;
    }
    done.increment();
    trouble.end();
    complaint = Optional.empty();
    return true;
  }

  /// Logs once per cause, not for every try.
  private void failed(RuntimeException failed) {
    failures.increment();
    var message = String.valueOf(failed.getMessage());
    trouble.beginOrChange(message, failed);
    complaint = Optional.of(message);
  }
}
