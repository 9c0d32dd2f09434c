package goku.http;

import goku.http.access.Need;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Which handler answers which path. Paths are matched without regard to case and to slashes at
/// their end; a path ending in `/*` takes everything below it, the longest such path winning.
/// Filled before the server starts, only read afterwards. What a route needs of its callers counts
/// where there is an auth file; which port serves it, everywhere.
public final class Routes {
  private final Map<String, Route> exact = new TreeMap<>();
  private final Map<String, Route> prefixes = new TreeMap<>();

  /// For everybody who is let in.
  public Routes add(String path, HttpHandler handler) {
    return add(path, Need.LOGIN, handler);
  }

  public Routes add(String path, Need need, HttpHandler handler) {
    return put(path, new Route(path, handler, false, need, false));
  }

  /// For handlers that often need less than a millisecond. The event loop tries them first, so they
  /// call `EventLoop.leave` before they block.
  public Routes addOnEventLoop(String path, Need need, HttpHandler handler) {
    return put(path, new Route(path, handler, false, need, true));
  }

  /// For operators: on the admin port alone, and answered even when the server is at its limit of
  /// requests.
  public Routes addAlways(String path, HttpHandler handler) {
    return addAlways(path, Need.ADMIN, handler);
  }

  /// Answered even when the server is at its limit of requests.
  public Routes addAlways(String path, Need need, HttpHandler handler) {
    return put(path, new Route(path, handler, true, need, false));
  }

  /// For health checks: answered even when the server is at its limit of requests, where a 503
  /// would get a process killed that is merely busy, and without a password, which probes lack.
  public Routes addOpen(String path, HttpHandler handler) {
    return addAlways(path, Need.NOTHING, handler);
  }

  /// All of them, by path.
  public List<Route> all() {
    return Stream.concat(exact.values().stream(), prefixes.values().stream())
        .sorted(Comparator.comparing(Route::pattern))
        .toList();
  }

  /// These routes as the public port serves them: those of the admin port answer where they are.
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
                  + " is served on the admin port, not on this one: admin.bind and admin.port say"
                  + " where that is, 127.0.0.1:4243 unless set");
        },
        route.always(),
        Need.LOGIN,
        false);
  }

  public Optional<HttpHandler> find(String path) {
    return match(path).map(Route::handler);
  }

  /// The route of a path, with what is said about it besides its handler.
  public Optional<Route> match(String path) {
    String key = normal(path);
    Route route = exact.get(key);
    while (route == null) {
      route = prefixes.get(key);
      int slash = key.lastIndexOf('/');
      if (slash < 0) {
        break;
      }
      key = key.substring(0, slash);
    }
    return Optional.ofNullable(route);
  }

  private Routes put(String path, Route route) {
    boolean below = path.endsWith("/*");
    String key = normal(below ? path.substring(0, path.length() - 2) : path);
    if ((below ? prefixes : exact).put(key, route) != null) {
      throw new IllegalStateException("two handlers for " + path);
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
