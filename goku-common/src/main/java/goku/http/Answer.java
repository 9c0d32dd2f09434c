package goku.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Locale;

/// A response and the words of its status line. Errors have OpenTSDB's form
/// `{"error":{"code":N,"message":"...","details":"..."}}`, and their message once more in the
/// status line, because that is all some clients show to their users.
record Answer(HttpResponse response, HttpResponseStatus status) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MAX_REASON = 100;

  static Answer of(HttpResponse response) {
    return new Answer(response, HttpResponseStatus.valueOf(response.status()));
  }

  static Answer error(HttpError error) {
    String message = error.getMessage() == null ? "" : error.getMessage();
    ObjectNode root = JSON.createObjectNode();
    ObjectNode fields = root.putObject("error").put("code", error.status()).put("message", message);
    if (error.details() != null) {
      fields.put("details", error.details());
    }
    HttpResponse response = HttpResponse.json(error.status(), root.toString());
    return new Answer(response, status(error.status(), message));
  }

  static Answer notFound(String path) {
    if (path.toLowerCase(Locale.ROOT).startsWith("/api")) {
      return error(new HttpError(404, "Endpoint not found: " + path));
    }
    String page =
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>Not found</title></head>
        <body><h1>Not found</h1><p>Nothing lives here. The <a href="/">page</a> might help.</p></body>
        </html>
        """;
    return of(HttpResponse.of(404, "text/html; charset=UTF-8", page.getBytes(UTF_8)));
  }

  /// The reason in printable ASCII: anything else in a status line lets a client's text end it.
  private static HttpResponseStatus status(int code, String message) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < message.length() && plain.length() < MAX_REASON; i++) {
      char c = message.charAt(i);
      plain.append(c < ' ' ? ' ' : c > '~' ? '?' : c);
    }
    String reason = plain.toString().strip();
    return reason.isEmpty()
        ? HttpResponseStatus.valueOf(code)
        : new HttpResponseStatus(code, reason);
  }
}
