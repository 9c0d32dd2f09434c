package goku.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// An answer. The body is written to the connection as it is produced, chunked when it outgrows one
/// buffer, and compressed when the client asked for gzip.
///
/// @param headers besides content type, length and encoding, which the server sets
public record HttpResponse(int status, String contentType, Map<String, String> headers, Body body) {
  public static final String JSON = "application/json; charset=UTF-8";

  /// Writes the body. Blocks when the client reads slowly; fails when it has gone away.
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

  /// 204, without a body.
  public static HttpResponse noContent() {
    return new HttpResponse(204, "", Map.of(), out -> {});
  }
}
