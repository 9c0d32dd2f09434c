package goku.kafka;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Time;

/// A time for Kafka Streams that no leap of the wall clock touches: the wall clock at its creation
/// plus the elapsed time. Kafka Streams schedules punctuations and commits by it. By the wall clock
/// they would stop when the clock goes back, for as long as it was ahead. Thread-safe.
public final class SteadyTime implements Time {
  private final long startMillis;
  private final long startNanos = System.nanoTime();

  public SteadyTime() {
    this(InstantSource.system());
  }

  SteadyTime(InstantSource wall) {
    startMillis = wall.millis();
  }

  @Override
  public long milliseconds() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
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
