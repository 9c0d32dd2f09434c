package goku.http.security;

import goku.http.access.Caller;
import java.util.Optional;

/// A login for more than one request. Thread-safe.
@FunctionalInterface
interface Login {
  /// Returns the caller by the current auth file; empty if it no longer admits the login.
  Optional<Caller> caller();
}
