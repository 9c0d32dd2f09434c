package goku.root.routing.choice;

import goku.model.Holes;
import goku.model.TimeRange;
import goku.rpc.ShardHealth;
import java.util.Comparator;

/// The requirements for a complete and fresh answer.
///
/// @param range the range that is read
/// @param maxLagMillis the lag behind its log that a replica may have
public record ReadRequirements(TimeRange range, long maxLagMillis) {
  /// Returns the lag of an answer, or 0 if it is within the limit.
  public long lagOf(StreamHeader answer) {
    return isCaughtUp(answer.lagMillis()) ? 0 : answer.lagMillis();
  }

  /// Returns whether a lag is within the limit.
  public boolean isCaughtUp(long lagMillis) {
    return lagMillis <= maxLagMillis;
  }

  /// Returns the time of the range that an answer lacks.
  Holes holesOf(StreamHeader answer) {
    return answer.holes().in(range);
  }

  /// Returns the time of the range that a replica lacks according to its health.
  Holes holesOf(ShardHealth health) {
    return health.holes().in(range);
  }

  public boolean isMetBy(StreamHeader answer) {
    return answer.missing().isEmpty() && lagOf(answer) == 0 && !answer.holes().overlap(range);
  }

  /// Returns an order with the best answer first.
  public Comparator<StreamHeader> order() {
    return Comparator.comparingInt((StreamHeader answer) -> answer.missing().size())
        .thenComparingLong(answer -> holesOf(answer).millis())
        .thenComparingLong(this::lagOf);
  }

  /// Returns whether groups of an answer may follow after the header of another one was announced:
  /// no further shard is missing, and the answer is no less complete or fresh.
  public boolean coveredBy(StreamHeader announced, StreamHeader answer) {
    return announced.missing().containsAll(answer.missing())
        && holesOf(announced).cover(holesOf(answer))
        && (lagOf(answer) == 0 || lagOf(announced) > 0);
  }
}
