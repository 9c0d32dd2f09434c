package goku.http.security;

import goku.http.HttpError;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The queue of password checks, each of which takes tenths of a second by design. Addresses take
/// turns, so that a client that guesses passwords delays others by one check. The queue is bounded
/// for each address and in total, and so is the wait. Thread-safe.
final class PasswordQueue {
  /// The longest queue of an address: the first queries of the panels of a few dashboards.
  static final int MOST_OF_ADDRESS = 32;

  private final Semaphore checks;
  private final int most;
  private final Duration patience;
  private final Map<String, Line> lines = new HashMap<>();
  private int waiting;

  /// The checks of an address. Guarded by the queue, except the turn.
  private static final class Line {
    private final Semaphore turn = new Semaphore(1, true);
    private int waiting;
  }

  /// @param parallel the number of checks at a time
  /// @param most the longest queue
  /// @param patience the longest wait
  PasswordQueue(int parallel, int most, Duration patience) {
    this.most = most;
    this.checks = new Semaphore(parallel, true);
    this.patience = patience;
  }

  /// Runs a check when it is the turn of the address.
  ///
  /// @throws HttpError 503 if the queue is full, or the turn does not come in time
  <T> T check(String address, Supplier<T> check) throws InterruptedException {
    Line line = enter(address);
    try {
      return inTurn(line, check);
    } finally {
      leave(address, line);
    }
  }

  private <T> T inTurn(Line line, Supplier<T> check) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    take(line.turn, deadline);
    try {
      take(checks, deadline);
      try {
        return check.get();
      } finally {
        checks.release();
      }
    } finally {
      line.turn.release();
    }
  }

  private void take(Semaphore turn, long deadline) throws InterruptedException {
    if (!turn.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw busy("no turn within %d s".formatted(patience.toSeconds()));
    }
  }

  private synchronized Line enter(String address) {
    Line line = lines.computeIfAbsent(address, _ -> new Line());
    if (line.waiting >= MOST_OF_ADDRESS) {
      throw busy("the limit is %d at a time from one address".formatted(MOST_OF_ADDRESS));
    }
    if (waiting >= most) {
      removeIfEmpty(address, line);
      throw busy("the limit is %d at a time".formatted(most));
    }
    line.waiting++;
    waiting++;
    return line;
  }

  private synchronized void leave(String address, Line line) {
    line.waiting--;
    waiting--;
    removeIfEmpty(address, line);
  }

  private void removeIfEmpty(String address, Line line) {
    if (line.waiting == 0) {
      lines.remove(address);
    }
  }

  private static HttpError busy(String limit) {
    return new HttpError(
        503, "cannot check the password now: %s; send the request again".formatted(limit));
  }
}
