package goku.embedded;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Time;

/// The time of the embedded broker, by which it removes old records and forgets old groups. Its
/// timeouts follow elapsed time.
///
/// After a kill, the controller refuses the broker until the session of the killed one is over. It
/// cannot know that the killed one is gone, which the lock of the data directory says. So elapsed
/// time counts more during such a start. Thread-safe.
final class BrokerTime implements Time {
  /// The factor of elapsed time during a start after a kill.
  private static final int HURRY = 10;

  /// A leap above the time by which a thread can be ahead of the end of the hurry.
  private static final long LEAP_NANOS = Duration.ofSeconds(1).toNanos();

  /// A course of time: at `fromNanos` of the machine it is `atNanos`.
  private record Course(long fromNanos, long atNanos, int factor) {
    long at(long nanos) {
      return atNanos + (nanos - fromNanos) * factor;
    }
  }

  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private volatile Course course;

  /// @param clock never ahead of the time, so that a wrong clock removes nothing
  BrokerTime(InstantSource clock) {
    this(clock, System::nanoTime);
  }

  BrokerTime(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    long now = nanoTime.getAsLong();
    course = new Course(now, now, 1);
  }

  /// Lets time pass faster until `settle`.
  void hurry() {
    follow(HURRY, 0);
  }

  /// Lets time pass as usual again.
  void settle() {
    follow(1, course.factor() == 1 ? 0 : LEAP_NANOS);
  }

  private void follow(int factor, long leapNanos) {
    long now = nanoTime.getAsLong();
    course = new Course(now, course.at(now) + leapNanos, factor);
  }

  @Override
  public long milliseconds() {
    return clock.millis();
  }

  @Override
  public long nanoseconds() {
    return course.at(nanoTime.getAsLong());
  }

  @Override
  public void sleep(long millis) {
    Time.SYSTEM.sleep(millis);
  }

  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMillis)
      throws InterruptedException {
    synchronized (object) {
      while (!condition.get()) {
        long left = deadlineMillis - milliseconds();
        if (left <= 0) {
          throw new TimeoutException("condition not met before the deadline");
        }
        object.wait(left);
      }
    }
  }
}
