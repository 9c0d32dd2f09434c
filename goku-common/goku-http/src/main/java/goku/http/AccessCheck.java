package goku.http;

import goku.http.access.Caller;
import goku.http.access.Need;
import java.util.Optional;

/// The check whether a caller may use a route, or a part of one.
public final class AccessCheck {
  private AccessCheck() {}

  /// Returns if the caller may.
  ///
  /// @throws HttpError 403 with the reason, if not
  public static void require(Caller caller, Need need) {
    Optional<String> reason = caller.denied(need);
    if (reason.isPresent()) {
      throw new HttpError(403, "Forbidden: " + reason.get());
    }
  }
}
