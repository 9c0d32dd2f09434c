package goku.standalone;

/// Which half of the API is served, as OpenTSDB's `tsd.mode`. What comes by Kafka is stored in any.
enum Mode {
  /// Both.
  RW,
  /// Queries: a put is answered 404, and telnet does not know it.
  RO,
  /// Puts: a query is answered 404.
  WO;

  boolean reads() {
    return this != WO;
  }

  boolean writes() {
    return this != RO;
  }
}
