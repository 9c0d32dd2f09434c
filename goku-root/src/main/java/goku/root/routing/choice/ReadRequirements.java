package goku.root.routing.choice;

import java.util.Comparator;

/// The requirements for a complete and fresh answer.
///
/// @param fromMillis the start of the range that is read
/// @param maxLagMillis the lag behind its log that a replica may have
public record ReadRequirements(long fromMillis, long maxLagMillis) {
  /// Returns the lag of an answer, or 0 if it is within the limit.
  public long lagOf(StreamHeader answer) {
    return answer.lagMillis() > maxLagMillis ? answer.lagMillis() : 0;
  }

  /// Returns the time from which an answer is complete, or `Long.MIN_VALUE` if it is complete for
  /// the range that is read.
  long completeFromOf(StreamHeader answer) {
    return answer.completeFromMillis() > fromMillis ? answer.completeFromMillis() : Long.MIN_VALUE;
  }

  public boolean isMetBy(StreamHeader answer) {
    return answer.missing().isEmpty()
        && lagOf(answer) == 0
        && completeFromOf(answer) == Long.MIN_VALUE;
  }

  /// Returns an order with the best answer first.
  public Comparator<StreamHeader> order() {
    return Comparator.comparingInt((StreamHeader answer) -> answer.missing().size())
        .thenComparingLong(this::completeFromOf)
        .thenComparingLong(this::lagOf);
  }

  /// Returns whether groups of an answer may follow after the header of another one was announced:
  /// no further shard is missing, and the answer is no less complete or fresh.
  public boolean coveredBy(StreamHeader announced, StreamHeader answer) {
    return announced.missing().containsAll(answer.missing())
        && completeFromOf(answer) <= completeFromOf(announced)
        && (lagOf(answer) == 0 || lagOf(announced) > 0);
  }
}
