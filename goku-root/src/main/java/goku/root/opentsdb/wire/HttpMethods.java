package goku.root.opentsdb.wire;

import goku.http.HttpError;
import goku.http.HttpRequest;
import java.util.List;

/// The check of the HTTP methods that an endpoint allows.
public final class HttpMethods {
  private HttpMethods() {}

  public static void allow(HttpRequest request, String... methods) {
    if (!List.of(methods).contains(request.method())) {
      throw notAllowed(request);
    }
  }

  public static HttpError notAllowed(HttpRequest request) {
    return new HttpError(
        405,
        "Method not allowed",
        "The HTTP method [%s] is not permitted for this endpoint".formatted(request.method()));
  }
}
