package goku.http.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.http.HttpError;
import goku.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// A response and the text of its status line. Errors have OpenTSDB's form
/// `{"error":{"code":N,"message":"...","details":"..."}}`. The status line repeats the message,
/// because some clients show only that to their users.
public record Answer(HttpResponse response, HttpResponseStatus status) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MAX_REASON = 100;

  /// The usual time until bodies and requests that fill the server are done.
  private static final String RETRY_SECONDS = "1";

  static Answer of(HttpResponse response) {
    return new Answer(response, HttpResponseStatus.valueOf(response.status()));
  }

  /// Returns an error in OpenTSDB's form. A 503, and an error that knows its time, tell when to
  /// retry.
  public static Answer error(HttpError error) {
    String message = error.getMessage() == null ? "" : error.getMessage();
    ObjectNode root = JSON.createObjectNode();
    ObjectNode fields = root.putObject("error").put("code", error.status()).put("message", message);
    if (error.details() != null) {
      fields.put("details", error.details());
    }
    HttpResponse response = HttpResponse.json(error.status(), root.toString());
    Answer answer = new Answer(response, status(error.status(), message));
    if (error.retryAfter() != null) {
      return answer.with("Retry-After", Long.toString(wholeSeconds(error.retryAfter())));
    }
    return error.status() == 503 ? answer.with("Retry-After", RETRY_SECONDS) : answer;
  }

  static Answer unauthorized(String challenge) {
    HttpError error =
        new HttpError(401, "Unauthorized: send the user and password, or a token, of this server");
    return error(error).with("WWW-Authenticate", challenge);
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

  /// Rounds up, because an earlier retry would fail.
  private static long wholeSeconds(Duration duration) {
    return Math.max(1, duration.plusNanos(999_999_999).toSeconds());
  }

  private Answer with(String header, String value) {
    HttpResponse headed =
        new HttpResponse(
            response.status(), response.contentType(), Map.of(header, value), response.body());
    return new Answer(headed, status);
  }

  /// Returns a reason on one line in printable ASCII. Otherwise a client's text could end the line.
  private static HttpResponseStatus status(int code, String message) {
    String plain = message.replaceAll("\\s+", " ").strip().replaceAll("[^ -~]", "?");
    if (plain.isEmpty()) {
      return HttpResponseStatus.valueOf(code);
    }
    String reason =
        plain.length() <= MAX_REASON ? plain : plain.substring(0, MAX_REASON - 3) + "...";
    return new HttpResponseStatus(code, reason);
  }
}
