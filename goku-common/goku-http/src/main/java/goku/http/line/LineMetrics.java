package goku.http.line;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// The metrics of losses on line connections. Shared by all of them.
public final class LineMetrics {
  private final Counter tooLong;
  private final Counter unfinished;
  private final Counter droppedReplies;

  public LineMetrics(MeterRegistry registry) {
    this.tooLong = registry.counter("goku.lines.skipped", "reason", "too-long");
    this.unfinished = registry.counter("goku.lines.skipped", "reason", "unfinished");
    this.droppedReplies = registry.counter("goku.lines.replies.dropped");
  }

  void tooLong() {
    tooLong.increment();
  }

  /// Counts a connection that ended within a line, whose rest may be half a number.
  void unfinished() {
    unfinished.increment();
  }

  /// Counts a reply that the client did not read.
  void droppedReply() {
    droppedReplies.increment();
  }
}
