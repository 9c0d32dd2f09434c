package goku.rollout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesApiTest {
  private static final StoragePod POD =
      new StoragePod("goku-short-a-0", "u-1", "goku-short-a", "r1", true, false);

  @TempDir Path serviceAccount;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  @SuppressWarnings("NullAway.Init") // set before each test
  private HttpServer server;

  @SuppressWarnings("NullAway.Init") // set before each test
  private KubernetesApi api;

  private volatile int status = 200;
  private volatile String answer = "{\"items\":[]}";

  @BeforeEach
  void start() throws IOException {
    Files.writeString(serviceAccount.resolve("token"), "first\n");
    Files.writeString(serviceAccount.resolve("namespace"), "monitoring\n");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
    api = new KubernetesApi(config("http://127.0.0.1:" + server.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    api.close();
    server.stop(0);
  }

  @Test
  void asksForTheLabelsInTheNamespaceOfTheAccount() throws InterruptedException {
    assertThat(api.workloads().sets()).isEmpty();
    assertThat(requests)
        .containsExactly(
            "GET /apis/apps/v1/namespaces/monitoring/statefulsets?labelSelector=a%3Db%2Cc%3Dd"
                + " Bearer first ",
            "GET /api/v1/namespaces/monitoring/pods?labelSelector=a%3Db%2Cc%3Dd Bearer first ");
  }

  @Test
  void readsARenewedToken() throws IOException, InterruptedException {
    Files.writeString(serviceAccount.resolve("token"), "second");
    api.workloads();
    assertThat(requests.getFirst()).contains("Bearer second");
  }

  @Test
  void evictsThePodOfTheIdentity() throws InterruptedException {
    status = 201;
    assertThat(api.evict(POD)).isTrue();
    assertThat(requests)
        .containsExactly(
            "POST /api/v1/namespaces/monitoring/pods/goku-short-a-0/eviction Bearer first "
                + "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":"
                + "{\"name\":\"goku-short-a-0\",\"namespace\":\"monitoring\"},"
                + "\"deleteOptions\":{\"preconditions\":{\"uid\":\"u-1\"}}}");
  }

  @Test
  void aRefusedEvictionIsNoFailure() throws InterruptedException {
    for (int refused : new int[] {404, 409, 429}) {
      status = refused;
      assertThat(api.evict(POD)).as("%d", refused).isFalse();
    }
  }

  @Test
  void aMissingRoleIsNamed() {
    status = 403;
    answer = "{\"message\":\"pods is forbidden\"}";
    assertThatThrownBy(api::workloads)
        .isInstanceOf(KubernetesException.class)
        .hasMessageContaining("403: pods is forbidden; check the Role");
    assertThatThrownBy(() -> api.evict(POD)).isInstanceOf(KubernetesException.class);
  }

  @Test
  void brokenAnswersAndSilenceAreFailures() {
    answer = "{";
    assertThatThrownBy(api::workloads).hasMessageContaining("broken JSON");
    server.stop(0);
    assertThatThrownBy(api::workloads).hasMessageContaining("does not answer");
  }

  @Test
  void missingFilesOfTheServiceAccountAreNamed() throws IOException {
    assertThatThrownBy(() -> new KubernetesApi(config("https://127.0.0.1")).close())
        .hasMessageContaining("ca.crt");
    Files.writeString(serviceAccount.resolve("ca.crt"), "no certificate");
    assertThatThrownBy(() -> new KubernetesApi(config("https://127.0.0.1")).close())
        .hasMessageContaining("ca.crt");
    Files.delete(serviceAccount.resolve("namespace"));
    assertThatThrownBy(api::workloads).hasMessageContaining("namespace");
  }

  private RolloutConfig config(String url) {
    return new RolloutConfig(true, "a=b,c=d", url, serviceAccount, Duration.ofSeconds(1));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(
          String.join(
              " ",
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders().getFirst("Authorization"),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
      byte[] body = answer.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
