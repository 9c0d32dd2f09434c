package goku.root.opentsdb.server;

import goku.http.HttpError;
import goku.http.HttpHandler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The error answers of paths below `/api` that have no endpoint.
public final class Refusals {
  private static final Pattern VERSION = Pattern.compile("/api/v(\\d+)(/.*)?");

  private Refusals() {}

  /// Returns the handler of an OpenTSDB endpoint that Goku does not implement.
  public static HttpHandler notBuilt(String what) {
    return request -> {
      throw new HttpError(501, what + " are not supported by this server");
    };
  }

  /// Returns the handler of an OpenTSDB endpoint that has no meaning here, for the given reason.
  public static HttpHandler meaningless(String what, String reason) {
    return request -> {
      throw new HttpError(501, what + " are not supported by this server", reason);
    };
  }

  /// Returns the handler of searches, which need a plugin in OpenTSDB too.
  public static HttpHandler search() {
    return request -> {
      throw new HttpError(
          400, "Searching is not enabled", "Only /api/search/lookup is supported by this server");
    };
  }

  public static HttpHandler unknownEndpoint() {
    return request -> {
      throw unknown(request.path());
    };
  }

  private static HttpError unknown(String path) {
    Matcher version = VERSION.matcher(path);
    if (version.matches() && !version.group(1).equals("1")) {
      return new HttpError(
          501,
          "Requested API version is greater than the max implemented",
          "API version [%s] is greater than the max [1]".formatted(version.group(1)));
    }
    return new HttpError(404, "Endpoint not found");
  }
}
