package goku.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// An answer. The body is written to the connection while it is produced. It is chunked if it
/// exceeds one buffer, and compressed if the client asked for gzip.
///
/// @param headers further headers; the server sets content type, length and encoding
public record HttpResponse(int status, String contentType, Map<String, String> headers, Body body) {
  public static final String JSON = "application/json; charset=UTF-8";

  /// The writer of a body. Blocks while the client reads slowly, and fails if the client is gone.
  @FunctionalInterface
  public interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  public static HttpResponse of(int status, String contentType, byte[] body) {
    return new HttpResponse(status, contentType, Map.of(), out -> out.write(body));
  }

  public static HttpResponse json(int status, String json) {
    return of(status, JSON, json.getBytes(UTF_8));
  }

  public static HttpResponse text(int status, String text) {
    return of(status, "text/plain; charset=UTF-8", text.getBytes(UTF_8));
  }

  /// Returns a 204 without a body.
  public static HttpResponse noContent() {
    return new HttpResponse(204, "", Map.of(), out -> {});
  }
}
