package goku.root.opentsdb.paging;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.root.opentsdb.wire.Json;
import java.util.List;
import java.util.Set;

/// A check for endpoints without pages. It rejects requests for pages, rather than answer them with
/// everything at once.
public final class Unpaged {
  /// The words that request pages, in the query string or in the body.
  public static final List<String> WORDS = List.of("page", "cursor");

  private Unpaged() {}

  /// Returns the handler with the check: a request for pages is an error 400.
  ///
  /// @param path the path in the error
  public static HttpHandler only(String path, HttpHandler handler) {
    return request -> {
      for (String word : WORDS) {
        if (request.has(word) || members(request).contains(word)) {
          throw new HttpError(
              400,
              "cannot answer %s in pages: only /api/query has pages; leave out '%s'"
                  .formatted(path, word));
        }
      }
      return handler.handle(request);
    };
  }

  private static Set<String> members(HttpRequest request) {
    try {
      return request.body().length == 0 ? Set.of() : Json.members(request);
    } catch (HttpError unreadable) {
      return Set.of(); // the handler reports the error
    }
  }
}
