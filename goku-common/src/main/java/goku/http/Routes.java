package goku.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which handler answers which path. Paths are matched without regard to case and to slashes at
/// their end; a path ending in `/*` takes everything below it, the longest such path winning.
/// Filled before the server starts, only read afterwards.
public final class Routes {
  private final Map<String, Route> exact = new TreeMap<>();
  private final Map<String, Route> prefixes = new TreeMap<>();

  public Routes add(String path, HttpHandler handler) {
    return put(path, new Route(path, handler, false, false));
  }

  /// For operators: answered even when the server is at its limit of requests.
  public Routes addAlways(String path, HttpHandler handler) {
    return put(path, new Route(path, handler, true, false));
  }

  /// For health checks: answered even when the server is at its limit of requests, where a 503
  /// would get a process killed that is merely busy, and without a password, which probes lack.
  public Routes addOpen(String path, HttpHandler handler) {
    return put(path, new Route(path, handler, true, true));
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
