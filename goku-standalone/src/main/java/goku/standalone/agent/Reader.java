package goku.standalone.agent;

/// Reads one subject of the machine. Called by one thread; may keep what it read before.
interface Reader {
  /// Names the subject in logs and metrics.
  String subject();

  /// Adds the present values; may throw anything when the system does not answer.
  void read(Readings readings);
}
