package goku.http.line;

/// The factory of connections with lines. Thread-safe.
@FunctionalInterface
public interface LineConnections {
  /// Returns the handler of a new connection.
  ///
  /// @param remote the address of the client
  LineConnection open(String remote, Presence presence);
}
