package goku.http;

import goku.http.access.Need;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The handlers by path. Matching ignores case and trailing slashes. A path that ends in `/*`
/// matches everything below it, and the longest such path wins. Filled before the server starts,
/// and read-only afterwards. The required permission counts only with an auth file, the port
/// always.
public final class Routes {
  private final Map<String, Route> exact = new TreeMap<>();
  private final Map<String, Route> prefixes = new TreeMap<>();

  /// The length of the longest key in `prefixes`. A lookup tries no longer beginnings of a path,
  /// which may have thousands of slashes.
  private int longestPrefix;

  /// Adds a route for every authenticated caller.
  public Routes add(String path, HttpHandler handler) {
    return add(path, Need.LOGIN, handler);
  }

  public Routes add(String path, Need need, HttpHandler handler) {
    return put(path, new Route(path, handler, false, need, false));
  }

  /// Adds a handler that often needs less than a millisecond. The event loop tries it first, so it
  /// calls `EventLoop.leave` before it blocks.
  public Routes addOnEventLoop(String path, Need need, HttpHandler handler) {
    return put(path, new Route(path, handler, false, need, true));
  }

  /// Adds a route for operators: on the admin port only, and answered even at the server's limit of
  /// requests.
  public Routes addAlways(String path, HttpHandler handler) {
    return addAlways(path, Need.ADMIN, handler);
  }

  /// Adds a route that is answered even at the server's limit of requests.
  public Routes addAlways(String path, Need need, HttpHandler handler) {
    return put(path, new Route(path, handler, true, need, false));
  }

  /// Adds a route for health checks. It is answered even at the server's limit of requests, because
  /// a 503 would get a busy process killed, and without a password, which probes lack.
  public Routes addOpen(String path, HttpHandler handler) {
    return addAlways(path, Need.NOTHING, handler);
  }

  /// Returns all routes, sorted by path.
  public List<Route> all() {
    return Stream.concat(exact.values().stream(), prefixes.values().stream())
        .sorted(Comparator.comparing(Route::pattern))
        .toList();
  }

  /// Returns the routes of the public port. Paths of the admin port answer where that is.
  public Routes ofPublicPort() {
    Routes routes = new Routes();
    for (Route route : all()) {
      routes.put(route.pattern(), route.need().isPublic() ? route : elsewhere(route));
    }
    return routes;
  }

  private static Route elsewhere(Route route) {
    return new Route(
        route.pattern(),
        request -> {
          throw new HttpError(
              404,
              request.path()
                  + " is served only on the admin port: admin.bind and admin.port set its"
                  + " address, by default 127.0.0.1:4243");
        },
        route.always(),
        Need.LOGIN,
        false);
  }

  public Optional<HttpHandler> find(String path) {
    return match(path).map(Route::handler);
  }

  /// Returns the route of a path.
  public Optional<Route> match(String path) {
    String key = normal(path);
    Route route = exact.get(key);
    int end = key.length() <= longestPrefix ? key.length() : key.lastIndexOf('/', longestPrefix);
    while (route == null && end >= 0) {
      route = prefixes.get(key.substring(0, end));
      end = key.lastIndexOf('/', end - 1);
    }
    return Optional.ofNullable(route);
  }

  private Routes put(String path, Route route) {
    boolean below = path.endsWith("/*");
    String key = normal(below ? path.substring(0, path.length() - 2) : path);
    if ((below ? prefixes : exact).put(key, route) != null) {
      throw new IllegalStateException("two handlers for " + path);
    }
    if (below) {
      longestPrefix = Math.max(longestPrefix, key.length());
    }
    return this;
  }

  private static String normal(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    int end = lower.length();
    while (end > 0 && lower.charAt(end - 1) == '/') {
      end--;
    }
    return lower.substring(0, end);
  }
}
