package goku.root.opentsdb.annotation;

import goku.http.AccessCheck;
import goku.http.HttpHandler;
import goku.http.access.Need;

/// The permissions for reading and writing annotations.
public final class AnnotationAccess {
  private AnnotationAccess() {}

  /// Returns a handler that requires read access for GET, and write access for other methods.
  public static HttpHandler guard(HttpHandler handler) {
    return request -> {
      AccessCheck.require(
          request.caller(), request.method().equals("GET") ? Need.READ : Need.WRITE);
      return handler.handle(request);
    };
  }
}
