package goku.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that the test sets. Thread-safe.
public final class ManualClock implements InstantSource {
  private volatile Instant now;

  public ManualClock(Instant now) {
    this.now = now;
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void set(Instant instant) {
    now = instant;
  }

  public void advance(Duration duration) {
    now = now.plus(duration);
  }
}
