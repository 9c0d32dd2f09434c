package goku.http;

import goku.http.access.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A complete request: its body is collected from chunks and unzipped.
///
/// @param path the decoded path, without the query string
/// @param parameters the parameters of the query string, in its order; a parameter without a value
///   has `""`
/// @param headers the headers, with names in lower case
/// @param remote the address of the client, for logs and limits
/// @param caller the caller, by the password or token of the request
@SuppressWarnings("ArrayRecordComponent") // never compared, and a body of megabytes is not copied
public record HttpRequest(
    String method,
    String path,
    Map<String, List<String>> parameters,
    Map<String, String> headers,
    byte[] body,
    String remote,
    Caller caller) {
  /// Creates a request of a port without authentication.
  public HttpRequest(
      String method,
      String path,
      Map<String, List<String>> parameters,
      Map<String, String> headers,
      byte[] body,
      String remote) {
    this(method, path, parameters, headers, body, remote, Caller.ANYBODY);
  }

  /// Returns the name of the caller, or null without authentication.
  public @Nullable String user() {
    return caller.name();
  }

  public Optional<String> parameter(String name) {
    List<String> values = parameters.get(name);
    return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
  }

  public boolean has(String name) {
    return parameters.containsKey(name);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
