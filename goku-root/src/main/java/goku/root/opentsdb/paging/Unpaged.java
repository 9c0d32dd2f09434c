package goku.root.opentsdb.paging;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.root.opentsdb.wire.Json;
import java.util.List;
import java.util.Set;

/// A handler that rejects requests for pages at endpoints without them, instead of answering at
/// once.
public final class Unpaged {
  /// The words that request pages, in the query string or in the body.
  public static final List<String> WORDS = List.of("page", "cursor");

  private Unpaged() {}

  /// The handler for requests that do not ask for pages; others are an error 400.
  ///
  /// @param path for the error
  public static HttpHandler only(String path, HttpHandler handler) {
    return request -> {
      for (String word : WORDS) {
        if (request.has(word) || members(request).contains(word)) {
          throw new HttpError(
              400,
              "%s is not answered in pages, leave out '%s'; only /api/query is"
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
      return Set.of(); // which the handler says
    }
  }
}
