package goku.integration.cluster.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/// The part of the Kubernetes API that a controller calls: the StatefulSets and pods of storage
/// nodes, and evictions.
final class ApiServer implements AutoCloseable {
  private static final int POD_IN_PATH = 5;

  private final StoragePods pods;
  private final HttpServer server;

  ApiServer(int port, StoragePods pods) {
    this.pods = pods;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      int status = 200;
      String answer = "{}";
      if (path.endsWith("/statefulsets")) {
        answer = sets(pods.newest().name());
      } else if (path.endsWith("/pods")) {
        answer = pods();
      } else {
        status = pods.evict(Path.of(path).getName(POD_IN_PATH).toString()) ? 201 : 429;
      }
      byte[] body = answer.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private String sets(String revision) {
    return pods.all().keySet().stream()
        .map(node -> set(node, revision))
        .collect(Collectors.joining(",", "{\"items\":[", "]}"));
  }

  private static String set(String node, String revision) {
    return """
    {"metadata": {"name": "set-%s", "generation": 1, "labels": {
      "app.kubernetes.io/component": "%s", "goku/zone": "%s"}},
     "spec": {"replicas": 1, "updateStrategy": {"type": "OnDelete"}},
     "status": {"observedGeneration": 1, "updateRevision": "%s"}}
    """
        .formatted(
            node,
            node.substring(0, node.indexOf('-')),
            node.substring(node.indexOf('-') + 1),
            revision);
  }

  private String pods() {
    return pods.all().entrySet().stream()
        .map(ApiServer::pod)
        .collect(Collectors.joining(",", "{\"items\":[", "]}"));
  }

  private static String pod(Map.Entry<String, StoragePods.Pod> entry) {
    StoragePods.Pod pod = entry.getValue();
    return """
    {"metadata": {"name": "%s", "uid": "%d", %s
      "labels": {"controller-revision-hash": "%s"},
      "ownerReferences": [{"kind": "StatefulSet", "name": "set-%s"}]},
     "status": {"conditions": [{"type": "Ready", "status": "%s"}]}}
    """
        .formatted(
            entry.getKey(),
            pod.uid(),
            pod.state() == StoragePods.State.STOPPING
                ? "\"deletionTimestamp\": \"2026-11-29T00:00:00Z\","
                : "",
            pod.revision().name(),
            entry.getKey(),
            pod.state() == StoragePods.State.READY ? "True" : "False");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
