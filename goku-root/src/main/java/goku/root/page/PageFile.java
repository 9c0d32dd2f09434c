package goku.root.page;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;

/// A file of the web page. Browsers keep a copy and revalidate it on each load, so they pick up a
/// new server version at once. An unchanged file is answered with 304 and no body.
@SuppressWarnings("ArrayRecordComponent") // never compared
record PageFile(String contentType, String tag, byte[] bytes) implements HttpHandler {
  static PageFile read(String name) {
    try (InputStream in = PageFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "cannot load the web page: resource=" + name + " is missing");
      }
      byte[] bytes = in.readAllBytes();
      CRC32C sum = new CRC32C();
      sum.update(bytes);
      // weak: the plain and the compressed form share one tag
      String tag = "W/\"%08x-%d\"".formatted(sum.getValue(), bytes.length);
      return new PageFile(contentType(name), tag, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read resource " + name, e);
    }
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      throw new HttpError(405, request.method() + " is not allowed here: use GET");
    }
    Map<String, String> headers = Map.of("ETag", tag, "Cache-Control", "no-cache");
    if (request.header("if-none-match").filter(this::names).isPresent()) {
      return new HttpResponse(304, "", headers, out -> {});
    }
    return new HttpResponse(200, contentType, headers, out -> out.write(bytes));
  }

  private boolean names(String tags) {
    return Arrays.stream(tags.split(",", -1)).map(String::strip).anyMatch(tag::equals);
  }

  private static String contentType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=UTF-8";
      case "js" -> "text/javascript; charset=UTF-8";
      case "css" -> "text/css; charset=UTF-8";
      case "svg" -> "image/svg+xml";
      case "txt" -> "text/plain; charset=UTF-8";
      default -> throw new IllegalStateException("no content type for " + name);
    };
  }
}
