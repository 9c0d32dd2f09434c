package goku.simulation;

/// The death of a process in the middle of an operation. An error, so that no code retries.
final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(String operation) {
    super("killed before " + operation, null, false, false);
  }
}
