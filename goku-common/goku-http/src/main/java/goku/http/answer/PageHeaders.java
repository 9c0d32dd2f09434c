package goku.http.answer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;

/// The headers that protect pages in a browser: nothing from elsewhere and no text in the page
/// itself runs as a script, no other site shows the page in a frame, and the browser does not guess
/// content types.
final class PageHeaders {
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
          + " object-src 'none'";

  private PageHeaders() {}

  static void set(HttpHeaders headers, String contentType) {
    if (contentType.startsWith("text/")) { // JSON may be a script, by jsonp
      headers.set("X-Content-Type-Options", "nosniff");
    }
    if (contentType.startsWith("text/html")) {
      headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, POLICY);
      headers.set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY");
    }
  }
}
