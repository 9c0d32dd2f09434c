package goku.simulation;

/// The life of a process, which may end before any operation that reaches the outside.
final class Lifeline {
  private static final int NEVER = -1;

  private int operationsLeft = NEVER;
  private boolean dead;

  /// Ends the life before the operation with this number from now on.
  void endAfter(int operations) {
    operationsLeft = operations;
  }

  void end() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  /// @throws SimulatedCrash if the process is dead or dies now
  void operation(String name) {
    if (operationsLeft == 0) {
      dead = true;
    }
    if (dead) {
      throw new SimulatedCrash(name);
    }
    if (operationsLeft > 0) {
      operationsLeft--;
    }
  }
}
