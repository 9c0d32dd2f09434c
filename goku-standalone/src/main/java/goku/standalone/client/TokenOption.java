package goku.standalone.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for a command's bearer token. The token is in a file, because other users of a
/// machine can see arguments.
public final class TokenOption {
  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with a bearer token, needed if the server has an auth-file")
  private @Nullable Path file;

  /// Returns the request with the token, if there is one.
  ///
  /// @throws IOException if the file cannot be read
  public HttpRequest.Builder on(HttpRequest.Builder request) throws IOException {
    return file == null
        ? request
        : request.header("Authorization", "Bearer " + Files.readString(file).strip());
  }
}
