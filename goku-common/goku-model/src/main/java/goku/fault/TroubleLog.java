package goku.fault;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/// The log of one trouble that begins and ends, such as a lost connection. It has one line for the
/// begin and one for the end, however often the trouble is reported in between:
///
/// ```
/// backup failure began namespace=ns1 cause=connection refused
/// backup failure ended namespace=ns1 after=12.3s
/// ```
///
/// Thread-safe. A report that changes nothing costs a volatile read.
public final class TroubleLog {
  private final Logger log;
  private final Level level;
  private final String event;
  private final String fields;
  private final LongSupplier nanoTime;

  /// The current trouble. Modified under the lock of this object.
  private volatile @Nullable Trouble current;

  private record Trouble(long sinceNanos, String cause) {}

  /// Creates a log of a trouble that has not begun.
  ///
  /// @param level of the begin; the end is logged at INFO
  /// @param event a noun phrase, the same in all lines
  /// @param fields `name=value` pairs that tell this trouble from others of the event; may be empty
  public TroubleLog(Logger log, Level level, String event, String fields) {
    this(log, level, event, fields, System::nanoTime);
  }

  TroubleLog(Logger log, Level level, String event, String fields, LongSupplier nanoTime) {
    this.log = log;
    this.level = level;
    this.event = event;
    this.fields = fields.isEmpty() ? "" : " " + fields;
    this.nanoTime = nanoTime;
  }

  /// Returns whether the trouble has begun and not ended.
  public boolean isOn() {
    return current != null;
  }

  /// Logs the begin, unless the trouble is on.
  ///
  /// @param trace logged with its stack trace; null when the cause says all
  public void begin(String cause, @Nullable Throwable trace) {
    if (!isOn()) {
      beginOrChange(cause, trace, false);
    }
  }

  /// Logs the begin, and also each cause that differs from the one before.
  ///
  /// @param trace logged with its stack trace; null when the cause says all
  public void beginOrChange(String cause, @Nullable Throwable trace) {
    beginOrChange(cause, trace, true);
  }

  private synchronized void beginOrChange(String cause, @Nullable Throwable trace, boolean change) {
    Trouble before = current;
    if (before != null && (!change || before.cause.equals(cause))) {
      return;
    }
    current = new Trouble(before == null ? nanoTime.getAsLong() : before.sinceNanos, cause);
    String how = before == null ? "began" : "changed";
    log.atLevel(level).setCause(trace).log("{} {}{} cause={}", event, how, fields, cause);
  }

  /// Logs the end, if the trouble is on.
  public void end() {
    if (isOn()) {
      endNow();
    }
  }

  private synchronized void endNow() {
    Trouble ended = current;
    if (ended != null) {
      current = null;
      log.atInfo().log("{} ended{} after={}", event, fields, seconds(ended.sinceNanos));
    }
  }

  private String seconds(long sinceNanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - sinceNanos);
    return String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
  }
}
