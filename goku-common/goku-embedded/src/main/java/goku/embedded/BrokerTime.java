package goku.embedded;

import java.time.InstantSource;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Time;

/// The time of the embedded broker, by which it removes old records and forgets old groups. Its
/// timeouts follow elapsed time.
///
/// @param clock never ahead of the time, so that a wrong clock removes nothing
record BrokerTime(InstantSource clock) implements Time {
  @Override
  public long milliseconds() {
    return clock.millis();
  }

  @Override
  public long nanoseconds() {
    return System.nanoTime();
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
