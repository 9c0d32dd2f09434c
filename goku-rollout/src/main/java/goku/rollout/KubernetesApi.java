package goku.rollout;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The part of the Kubernetes API that a rollout needs, for the namespace of a service account. The
/// token is read for each request, as Kubernetes renews it. Thread-safe.
final class KubernetesApi implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int REFUSED_BY_BUDGET = 429;
  private static final JsonMapper MAPPER = new JsonMapper();

  private final RolloutConfig config;
  private final HttpClient client;

  /// @throws KubernetesException if the certificate of the API cannot be read
  KubernetesApi(RolloutConfig config) {
    this.config = config;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(LIMIT);
    if (config.api().startsWith("https:")) {
      builder.sslContext(trusting(config.serviceAccount().resolve("ca.crt")));
    }
    client = builder.build();
  }

  /// Returns the StatefulSets and pods with the labels of the configuration.
  ///
  /// @throws KubernetesException if they cannot be read
  Workloads workloads() throws InterruptedException {
    String selector = "?labelSelector=" + URLEncoder.encode(config.selector(), UTF_8);
    String namespace = namespace();
    // sets first: a pod of a newer revision than its set states waits, and is not evicted
    JsonNode sets =
        get("/apis/apps/v1/namespaces/%s/statefulsets%s".formatted(namespace, selector));
    JsonNode pods = get("/api/v1/namespaces/%s/pods%s".formatted(namespace, selector));
    return new Workloads(WorkloadJson.sets(sets), WorkloadJson.pods(pods));
  }

  /// Evicts a pod. Returns false if its PodDisruptionBudget does not permit it now, or if the pod
  /// has changed.
  ///
  /// @throws KubernetesException if Kubernetes does not answer, or if the Role does not permit it
  boolean evict(StoragePod pod) throws InterruptedException {
    String namespace = namespace();
    ObjectNode eviction = MAPPER.createObjectNode();
    eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("name", pod.name()).put("namespace", namespace);
    eviction.putObject("deleteOptions").putObject("preconditions").put("uid", pod.uid());
    String path = "/api/v1/namespaces/%s/pods/%s/eviction".formatted(namespace, pod.name());
    HttpResponse<String> answer =
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(eviction.toString())));
    return switch (answer.statusCode()) {
      case 200, 201 -> true;
      case 404, 409, REFUSED_BY_BUDGET -> false;
      default -> throw refused(path, answer);
    };
  }

  private JsonNode get(String path) throws InterruptedException {
    HttpResponse<String> answer = send(request(path).GET());
    if (answer.statusCode() != 200) {
      throw refused(path, answer);
    }
    try {
      return MAPPER.readTree(answer.body());
    } catch (JsonProcessingException broken) {
      throw new KubernetesException("Kubernetes answered " + path + " with broken JSON", broken);
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(config.api() + path)).timeout(LIMIT);
    Path token = config.serviceAccount().resolve("token");
    return Files.exists(token) ? request.header("Authorization", "Bearer " + text(token)) : request;
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws InterruptedException {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new KubernetesException(
          "Kubernetes does not answer at %s: %s; check rollout.api and the network policies"
              .formatted(config.api(), failed),
          failed);
    }
  }

  private static KubernetesException refused(String path, HttpResponse<String> answer) {
    return new KubernetesException(
        "Kubernetes answered %s with %d: %s; check the Role of the controllers"
            .formatted(path, answer.statusCode(), message(answer.body())));
  }

  /// Returns the message of a Status object, or the text that came instead.
  private static String message(String body) {
    try {
      return MAPPER.readTree(body).path("message").asText(body);
    } catch (JsonProcessingException notJson) {
      return body.strip();
    }
  }

  private String namespace() {
    return text(config.serviceAccount().resolve("namespace"));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException failed) {
      throw new KubernetesException(
          "cannot read %s: %s; the pod of a controller needs the token of its service account"
              .formatted(file, failed),
          failed);
    }
  }

  private static SSLContext trusting(Path certificates) {
    try (InputStream in = Files.newInputStream(certificates)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("api-" + number++, each);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException failed) {
      throw new KubernetesException(
          "cannot read %s: %s; the pod of a controller needs the certificate of its service account"
              .formatted(certificates, failed),
          failed);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
