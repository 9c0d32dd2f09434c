package goku.http;

import goku.http.access.Caller;
import goku.http.access.Need;
import java.util.Optional;

/// A check that a caller may use a route, or a part of one.
public final class AccessCheck {
  private AccessCheck() {}

  /// Returns if the caller may use it.
  ///
  /// @throws HttpError 403 with the reason, otherwise
  public static void require(Caller caller, Need need) {
    Optional<String> reason = caller.denied(need);
    if (reason.isPresent()) {
      throw new HttpError(403, "Forbidden: " + reason.get());
    }
  }
}
