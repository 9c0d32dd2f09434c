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

/// Keeps a service as a live value wants it, on a thread of its own: whoever replaces the value
/// waits for nothing, and what fails is tried again until it succeeds or a later value has come.
/// Counts `goku.<service>.changes` by whether the service followed.
///
/// `start` and `close` belong to one thread, `complaint` to any.
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

  /// An interrupt alone may be swallowed by the action.
  private volatile boolean closed;

  /// @param service in names of metrics
  /// @param what follows, for people
  /// @param action makes the service what the value says, whatever it was; may be called again with
  ///   the same value, and throws when it has to be
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
        .description("tries to follow a change of what services share")
        .tag("outcome", outcome)
        .register(registry);
  }

  /// Follows the value of now, and every later one.
  public void start() {
    live.follow(_ -> news.release());
    thread.start();
  }

  /// Why the service is not as the value wants it; empty when it is, or when nothing has failed.
  public Optional<String> complaint() {
    return complaint;
  }

  /// Returns when the action that runs has ended, which is interrupted.
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (!thread.join(CLOSE_TIMEOUT)) {
        LOG.warn("{} does not stop", what);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalThreadStateException neverStarted) {
      LOG.debug("{} was not started", what, neverStarted);
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

  /// Once for a reason, not for every try.
  private void failed(RuntimeException failed) {
    failures.increment();
    var message = String.valueOf(failed.getMessage());
    trouble.beginOrChange(message, failed);
    complaint = Optional.of(message);
  }
}
