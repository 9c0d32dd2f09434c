package goku.client;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A listener that logs the first loss at once and further losses once a minute, in one line.
/// Thread-safe.
public final class LossLog implements LossListener {
  private static final Logger LOG = LoggerFactory.getLogger(LossLog.class);
  private static final long EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanos;
  private final Consumer<String> log;
  private long lost;
  private long loggedAtNanos;

  public LossLog() {
    this(System::nanoTime, LOG::warn);
  }

  LossLog(LongSupplier nanos, Consumer<String> log) {
    this.nanos = nanos;
    this.log = log;
    loggedAtNanos = nanos.getAsLong() - EVERY_NANOS;
  }

  @Override
  public void lost(int datapoints, Reason reason, @Nullable Exception cause) {
    long sinceLast;
    synchronized (this) {
      lost += datapoints;
      long now = nanos.getAsLong();
      if (now - loggedAtNanos < EVERY_NANOS) {
        return;
      }
      loggedAtNanos = now;
      sinceLast = lost;
      lost = 0;
    }
    String why = cause == null ? reason.toString() : reason + ": " + cause.getMessage();
    log.accept("datapoints for Goku lost count=%d reason=%s".formatted(sinceLast, why));
  }
}
