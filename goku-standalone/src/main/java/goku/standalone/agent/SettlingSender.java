package goku.standalone.agent;

/// A sender that learns later what became of its lines.
interface SettlingSender extends LineSender {
  /// Returns whether each line that was sent is delivered or lost.
  boolean isSettled();

  /// Returns the number of lines that were lost so far.
  long lost();
}
