package goku.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which handler answers which path. Paths are matched without regard to case and to slashes at
/// their end; a path ending in `/*` takes everything below it, the longest such path winning.
public final class Routes {
  private final Map<String, HttpHandler> exact = new TreeMap<>();
  private final Map<String, HttpHandler> prefixes = new TreeMap<>();

  public Routes add(String path, HttpHandler handler) {
    boolean below = path.endsWith("/*");
    String key = normal(below ? path.substring(0, path.length() - 2) : path);
    if ((below ? prefixes : exact).put(key, handler) != null) {
      throw new IllegalStateException("two handlers for " + path);
    }
    return this;
  }

  public Optional<HttpHandler> find(String path) {
    String key = normal(path);
    HttpHandler handler = exact.get(key);
    while (handler == null) {
      handler = prefixes.get(key);
      int slash = key.lastIndexOf('/');
      if (slash < 0) {
        break;
      }
      key = key.substring(0, slash);
    }
    return Optional.ofNullable(handler);
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
