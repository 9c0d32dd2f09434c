package goku.http.security;

import goku.http.access.Caller;
import java.util.Optional;

/// A login that lasts longer than one request. Thread-safe.
@FunctionalInterface
interface Login {
  /// Who it is, by the auth file in force now; empty when that does not let them in any more.
  Optional<Caller> caller();
}
