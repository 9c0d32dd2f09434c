package goku.standalone.agent;

/// A reader of one subject of the machine. Called by one thread. May keep the previous values.
interface Reader {
  /// Returns the name of the subject for logs and metrics.
  String subject();

  /// Adds the current values. May throw any exception if the system does not answer.
  void read(Readings readings);
}
