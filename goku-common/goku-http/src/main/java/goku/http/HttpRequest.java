package goku.http;

import goku.http.access.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request that has arrived whole: its body collected from chunks and unzipped.
///
/// @param path decoded, without the query string
/// @param parameters of the query string, in its order; a parameter without a value has `""`
/// @param headers names in lower case
/// @param remote address of the client, for logs and limits
/// @param caller who asks, by the password or token that came with the request
@SuppressWarnings("ArrayRecordComponent") // never compared, and a body of megabytes is not copied
public record HttpRequest(
    String method,
    String path,
    Map<String, List<String>> parameters,
    Map<String, String> headers,
    byte[] body,
    String remote,
    Caller caller) {
  /// A request where nobody has to say who they are.
  public HttpRequest(
      String method,
      String path,
      Map<String, List<String>> parameters,
      Map<String, String> headers,
      byte[] body,
      String remote) {
    this(method, path, parameters, headers, body, remote, Caller.ANYBODY);
  }

  /// The name of the caller; null where none is asked for.
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
