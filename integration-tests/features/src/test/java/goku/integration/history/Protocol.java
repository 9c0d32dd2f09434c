package goku.integration.history;

/// A way to write or delete the datapoints of a group.
enum Protocol {
  HTTP,
  TELNET,
  KAFKA,
  CLIENT,
  DELETE
}
