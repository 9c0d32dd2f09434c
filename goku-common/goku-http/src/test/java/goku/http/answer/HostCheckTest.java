package goku.http.answer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.request.RequestHead;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostCheckTest {
  private static RequestHead head(String host) {
    Map<String, String> headers = host.isEmpty() ? Map.of() : Map.of("host", host);
    return new RequestHead("GET", "/", Map.of(), headers);
  }

  private static void assertAllows(HostCheck check, String... hosts) {
    for (String host : hosts) {
      assertThatCode(() -> check.check(head(host))).as(host).doesNotThrowAnyException();
    }
  }

  private static void assertRefuses(HostCheck check, String... hosts) {
    for (String host : hosts) {
      assertThatThrownBy(() -> check.check(head(host)))
          .as(host)
          .isInstanceOf(HttpError.class)
          .hasMessageContaining("http.hosts");
    }
  }

  @Test
  void aLoopbackPortIsAddressedByLoopbackNamesAndAddresses() {
    for (String bind : List.of("127.0.0.1", "127.1.2.3", "localhost", "::1")) {
      var check = new HostCheck(bind, List.of());
      assertAllows(check, "", "localhost", "LocalHost:4242", "goku.localhost:4242");
      assertAllows(check, "127.0.0.1", "127.0.0.1:4242", "10.1.2.3:4242", "[::1]", "[::1]:4242");
      assertAllows(check, "host.docker.internal:4242", "host.containers.internal:4242");
      assertRefuses(check, "evil.example", "evil.example:4242", "127.0.0.1.evil.example");
      assertRefuses(check, "localhost, evil.example", "notlocalhost", "evil.example:1:2", "[", ":");
    }
  }

  @Test
  void aPortOfOtherAddressesIsAddressedByAnyName() {
    for (String bind : List.of("0.0.0.0", "::", "10.1.2.3")) {
      assertAllows(new HostCheck(bind, List.of()), "goku.example", "evil.example:4242");
    }
  }

  @Test
  void configuredNamesReplaceTheDefault() {
    var check = new HostCheck("0.0.0.0", List.of("Goku.example"));
    assertAllows(check, "goku.example:4242", "GOKU.example", "localhost", "10.1.2.3", "0.0.0.0");
    assertRefuses(check, "evil.example", "goku.example.evil.example");
  }

  @Test
  void anAsteriskAllowsEveryName() {
    assertAllows(new HostCheck("127.0.0.1", List.of("*")), "evil.example");
  }
}
