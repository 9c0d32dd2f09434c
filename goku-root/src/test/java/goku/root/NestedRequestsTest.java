package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of requests nested ten thousand levels deep: rejected without a stack overflow.
class NestedRequestsTest {
  private final AskedRoot root =
      new AskedRoot() {
        @Override
        public List<byte[]> seeds() {
          return List.of();
        }

        @Override
        public void take(byte[] input) {}
      };

  @AfterEach
  void close() {
    root.close();
  }

  private static byte[] nested(String bracket) {
    return bracket.repeat(10_000).getBytes(UTF_8);
  }

  @Test
  void deeplyNestedRequestsAreRejected() throws Exception {
    for (String path : List.of("/api/query", "/api/query/exp", "/api/query/last")) {
      root.post(path, nested("["));
      root.post(path, nested("{\"queries\":"));
    }
    for (String bracket : List.of("scale(", "(", "sum:")) {
      root.get(
          "/api/query/gexp",
          Map.of("start", List.of("1h-ago"), "exp", List.of(bracket.repeat(10_000))));
    }
    for (String text : List.of("(", "-", "!", "a+(")) {
      root.post(
          "/api/query/exp",
          """
          {"time":{"start":"1h-ago","aggregator":"sum"},"metrics":[{"id":"a","metric":"cpu"}],
           "expressions":[{"id":"e","expr":"%s"}]}
          """
              .formatted(text.repeat(10_000))
              .getBytes(UTF_8));
    }
    root.get(
        "/api/query",
        Map.of("start", List.of("1h-ago"), "m", List.of("sum:cpu" + "{".repeat(9_999))));
    String regexp = "sum:cpu{host=regexp(" + "(".repeat(9_999) + ")}";
    root.get("/api/query", Map.of("start", List.of("1h-ago"), "m", List.of(regexp)));
  }
}
