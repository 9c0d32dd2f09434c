package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.testkit.fuzz.FuzzTarget;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A root with a few series, as the target of unusual requests.
abstract class AskedRoot implements FuzzTarget {
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");

  private final RootFixture root =
      new RootFixture(RootFixture.DEFAULTS, NOW, RootFixture.namespace("ns1", new Sharding(1, 2)));

  AskedRoot() {
    root.begin();
    for (int i = 0; i < 10; i++) {
      root.put(
          SeriesName.of("cpu", Map.of("host", "h" + i % 3, "dc", "d")),
          NOW.toEpochMilli() - i * 60_000L,
          i);
    }
  }

  @Override
  public int inputs() {
    return 1_000;
  }

  final void post(String path, byte[] body) throws Exception {
    send("POST", path, body);
  }

  final void send(String method, String path, byte[] body) throws Exception {
    check(new HttpRequest(method, path, Map.of(), Map.of(), body, "test"));
  }

  final void get(String path, Map<String, List<String>> parameters) throws Exception {
    check(new HttpRequest("GET", path, parameters, Map.of(), new byte[0], "test"));
  }

  /// Checks that the request is answered. OpenTSDB answers some invalid input with 500, and so does
  /// the root. Other failures are thrown.
  private void check(HttpRequest request) throws Exception {
    assertThat(root.answer(request).status()).isBetween(200, 503);
  }

  @Override
  public void close() {
    root.close();
  }
}
