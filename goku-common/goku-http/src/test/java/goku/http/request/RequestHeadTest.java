package goku.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import goku.config.ConfigLoader;
import goku.http.HttpOptions;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestHeadTest {
  private static final HttpOptions OPTIONS = ConfigLoader.defaults(HttpOptions.class);

  private final DefaultHttpRequest request =
      new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/api/query");

  @Test
  void valuesOfARepeatedHeaderAreJoinedInTheirOrder() {
    request.headers().add("A", "1").add("b", "2").add("a", "3");
    RequestHead head = RequestHead.parse(request, OPTIONS);
    assertThat(head.header("a")).isEqualTo("1, 3");
    assertThat(head.header("b")).isEqualTo("2");
    assertThat(head.header("c")).isEmpty();
  }

  /// Values that were joined one by one would copy hundreds of gigabytes.
  @Test
  void repeatedHeadersAreJoinedInLinearTime() {
    for (int i = 0; i < 1_000_000; i++) {
      request.headers().add("a", "");
    }
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> assertThat(RequestHead.parse(request, OPTIONS).header("a")).hasSize(1_999_998));
  }
}
