package goku.root.opentsdb.wire;

import goku.http.AccessCheck;
import goku.http.HttpHandler;
import goku.http.access.Need;

/// The permissions for an endpoint that reads by GET and writes by its other methods.
public final class MethodAccess {
  private MethodAccess() {}

  /// Returns a handler that requires read access for GET, and write access for other methods.
  public static HttpHandler guard(HttpHandler handler) {
    return request -> {
      AccessCheck.require(
          request.caller(), request.method().equals("GET") ? Need.READ : Need.WRITE);
      return handler.handle(request);
    };
  }
}
