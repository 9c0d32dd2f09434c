package goku.root.routing.choice;

import java.util.Comparator;

/// What makes an answer whole.
///
/// @param fromMillis from when on datapoints are read
/// @param maxLagMillis how far behind its log a replica may be
public record ReadRequirements(long fromMillis, long maxLagMillis) {
  /// The lag of an answer; 0 when it does not matter.
  public long lagOf(StreamHeader answer) {
    return answer.lagMillis() > maxLagMillis ? answer.lagMillis() : 0;
  }

  /// From when on an answer is complete; the smallest long when it is for what is read.
  long completeFromOf(StreamHeader answer) {
    return answer.completeFromMillis() > fromMillis ? answer.completeFromMillis() : Long.MIN_VALUE;
  }

  public boolean isMetBy(StreamHeader answer) {
    return answer.missing().isEmpty()
        && lagOf(answer) == 0
        && completeFromOf(answer) == Long.MIN_VALUE;
  }

  /// The best answer first.
  public Comparator<StreamHeader> order() {
    return Comparator.comparingInt((StreamHeader answer) -> answer.missing().size())
        .thenComparingLong(this::completeFromOf)
        .thenComparingLong(this::lagOf);
  }

  /// Whether groups of the one answer may stand among those of the other, whose shortfall has been
  /// told already: nothing more is missing, and nothing is behind that was said not to be.
  public boolean coveredBy(StreamHeader told, StreamHeader answer) {
    return told.missing().containsAll(answer.missing())
        && completeFromOf(answer) <= completeFromOf(told)
        && (lagOf(answer) == 0 || lagOf(told) > 0);
  }
}
