package goku.integration.cluster.load;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The written steps of some known series: from the first on, without gaps, because a writer
/// repeats a step until it is acknowledged. Thread-safe.
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

  /// Reports that steps below this one may be found from now on.
  synchronized void sending(int steps) {
    sent = Math.max(sent, steps);
  }

  synchronized void acknowledged(int steps) {
    stepsByNanos.put(System.nanoTime(), steps);
  }

  /// Returns the number of steps that may be found.
  public synchronized int sent() {
    return sent;
  }

  /// Returns the number of steps that must be found.
  public synchronized int acknowledged() {
    return stepsByNanos.isEmpty() ? 0 : stepsByNanos.lastEntry().getValue();
  }

  /// Returns the number of steps acknowledged at least this long ago.
  public synchronized int acknowledged(Duration ago) {
    Map.Entry<Long, Integer> then = stepsByNanos.floorEntry(System.nanoTime() - ago.toNanos());
    return then == null ? 0 : then.getValue();
  }
}
