package goku.http.line;

import goku.budget.Account;

/// The factory of connections with lines. Thread-safe.
@FunctionalInterface
public interface LineConnections {
  /// Returns the handler of a new connection.
  ///
  /// @param remote the address of the client
  /// @param account charged with what the connection holds
  LineConnection open(String remote, Presence presence, Account account);
}
