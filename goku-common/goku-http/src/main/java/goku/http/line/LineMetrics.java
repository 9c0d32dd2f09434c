package goku.http.line;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// What is lost on line connections, and why. Shared by all of them.
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

  /// The connection ended within a line, which may be the half of a number.
  void unfinished() {
    unfinished.increment();
  }

  /// The client does not read its replies.
  void droppedReply() {
    droppedReplies.increment();
  }
}
