package goku.integration.cluster.load;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// What of some known series is written: steps from the first on, without gaps, because a writer
/// sends a step again until it is acknowledged, and then the next. Thread-safe.
public final class Written {
  private final KnownSeries series;

  /// The number of steps that were acknowledged by the time.
  private final NavigableMap<Long, Integer> stepsByNanos = new TreeMap<>();

  private int sent;

  private Written(KnownSeries series) {
    this.series = series;
  }

  static Written nothingOf(KnownSeries series) {
    return new Written(series);
  }

  /// Steps that are in storage before anyone asks.
  public static Written before(KnownSeries series, int steps) {
    var written = new Written(series);
    written.sending(steps);
    written.stepsByNanos.put(Long.MIN_VALUE, steps);
    return written;
  }

  public KnownSeries series() {
    return series;
  }

  /// From now on, steps below may be found.
  synchronized void sending(int steps) {
    sent = Math.max(sent, steps);
  }

  synchronized void acknowledged(int steps) {
    stepsByNanos.put(System.nanoTime(), steps);
  }

  /// How many steps may be found.
  public synchronized int sent() {
    return sent;
  }

  /// How many steps must be found.
  public synchronized int acknowledged() {
    return stepsByNanos.isEmpty() ? 0 : stepsByNanos.lastEntry().getValue();
  }

  /// How many steps were acknowledged so long ago.
  public synchronized int acknowledged(Duration ago) {
    Map.Entry<Long, Integer> then = stepsByNanos.floorEntry(System.nanoTime() - ago.toNanos());
    return then == null ? 0 : then.getValue();
  }
}
