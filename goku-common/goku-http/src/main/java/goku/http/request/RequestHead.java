package goku.http.request;

import goku.http.HttpError;
import goku.http.HttpOptions;
import goku.http.HttpRequest;
import goku.http.access.Caller;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The head of a request: decoded, with OpenTSDB's `method_override` if that is on, the base path
/// and the version in the path (`/api/v1/query`) resolved.
///
/// @param method the method in upper case
/// @param headers the headers, with names in lower case
public record RequestHead(
    String method, String path, Map<String, List<String>> parameters, Map<String, String> headers) {
  private static final Pattern VERSION = Pattern.compile("(?i)/api/v(\\d+)(/.*)?");
  private static final int MAX_PARAMETERS = 1024;
  private static final Set<String> OVERRIDES = Set.of("GET", "POST", "PUT", "DELETE");

  /// @throws HttpError if the address or the method is invalid
  static RequestHead parse(io.netty.handler.codec.http.HttpRequest request, HttpOptions options) {
    QueryStringDecoder uri =
        QueryStringDecoder.builder()
            .maxParams(MAX_PARAMETERS)
            .semicolonIsNormalChar(true)
            .build(originForm(request.uri()));
    String path;
    Map<String, List<String>> parameters;
    try {
      path = uri.path();
      parameters = uri.parameters();
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, "cannot decode the address of the request", e.getMessage());
    }
    return new RequestHead(
        method(
            request.method().name().toUpperCase(Locale.ROOT), parameters, options.methodOverride()),
        withoutVersion(below(options.basePath(), path)),
        parameters,
        headers(request.headers()));
  }

  /// Returns the request with its body for handlers.
  ///
  /// @param caller the sender
  public HttpRequest with(byte[] body, String remote, Caller caller) {
    return new HttpRequest(method, path, parameters, headers, body, remote, caller);
  }

  /// Returns a header, or an empty text.
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /// Returns the method, for clients that can send only GET.
  private static String method(
      String sent, Map<String, List<String>> parameters, boolean mayOverride) {
    List<String> override = parameters.getOrDefault("method_override", List.of());
    if (override.isEmpty() || !sent.equals("GET")) {
      return sent;
    }
    if (!mayOverride) {
      throw new HttpError(
          405,
          "cannot override the method: method_override is off; send the method itself, or set"
              + " http.method-override");
    }
    String wanted = override.getFirst().toUpperCase(Locale.ROOT);
    if (!OVERRIDES.contains(wanted)) {
      throw new HttpError(
          405,
          wanted.isEmpty()
              ? "Missing method override value"
              : "Unknown or unsupported method override value",
          "method_override must be get, post, put or delete");
    }
    return wanted;
  }

  private static String below(String basePath, String path) {
    if (basePath.isEmpty() || !path.startsWith(basePath)) {
      return path;
    }
    String rest = path.substring(basePath.length());
    return rest.isEmpty() ? "/" : rest.startsWith("/") ? rest : path;
  }

  /// Returns the path of `GET http://host/path`, which proxies may send.
  private static String originForm(String uri) {
    int scheme = uri.startsWith("/") ? -1 : uri.indexOf("://");
    if (scheme < 0) {
      return uri;
    }
    int slash = uri.indexOf('/', scheme + 3);
    return slash < 0 ? "/" : uri.substring(slash);
  }

  private static String withoutVersion(String path) {
    Matcher matcher = VERSION.matcher(path);
    if (!matcher.matches()) {
      return path;
    }
    if (!matcher.group(1).equals("1")) {
      throw new HttpError(
          501, "API version " + matcher.group(1) + " is not served: use /api/ or /api/v1/");
    }
    String rest = matcher.group(2);
    return rest == null ? "/api" : "/api" + rest;
  }

  /// Joins the values of repeated names at the end: one by one, thousands of them would be copied
  /// thousands of times.
  private static Map<String, String> headers(HttpHeaders sent) {
    Map<String, List<String>> values = new TreeMap<>();
    for (Map.Entry<String, String> header : sent) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      values.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(header.getValue());
    }
    Map<String, String> headers = new TreeMap<>();
    values.forEach((name, all) -> headers.put(name, String.join(", ", all)));
    return headers;
  }
}
