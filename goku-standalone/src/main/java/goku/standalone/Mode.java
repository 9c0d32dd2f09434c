package goku.standalone;

/// The part of the API that is served, like OpenTSDB's `tsd.mode`. Datapoints from Kafka are stored
/// in every mode.
enum Mode {
  /// Puts and queries.
  RW,
  /// Only queries: a put is answered by 404, and telnet does not know the command.
  RO,
  /// Only puts: a query is answered by 404.
  WO;

  boolean reads() {
    return this != WO;
  }

  boolean writes() {
    return this != RO;
  }
}
