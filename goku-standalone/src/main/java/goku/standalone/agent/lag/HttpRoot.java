package goku.standalone.agent.lag;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/// A remote root, queried over HTTP.
public final class HttpRoot implements AskedRoot {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int LONGEST_REASON = 200;

  private final String url;
  private final String authorization;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

  /// @param url the URL of the root, `http://host:4242`, with its base path if it has one
  /// @param authorization the header of that name; empty for none
  public HttpRoot(String url, String authorization) {
    this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.authorization = authorization;
  }

  @Override
  public byte[] query(Map<String, String> parameters) throws IOException, InterruptedException {
    String asked =
        parameters.entrySet().stream()
            .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/api/query?" + asked)).timeout(TIMEOUT);
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      String reason = new String(answer.body(), UTF_8);
      throw new IOException(
          "%s answers %d: %s"
              .formatted(
                  url,
                  answer.statusCode(),
                  reason.substring(0, Math.min(reason.length(), LONGEST_REASON))));
    }
    return answer.body();
  }
}
