package goku.helm;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;

/// A stand-in for the API of Kubernetes, in which a release of the chart is installed. Answers only
/// what Helm reads: the kinds of objects, the release, and its StatefulSets.
final class InstalledRelease implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SECRETS = "/api/v1/namespaces/" + Chart.NAMESPACE + "/secrets";

  private final HttpServer server;
  private final Map<String, String> answers = new HashMap<>();

  InstalledRelease(Manifests manifests) throws IOException {
    addKinds(manifests.objects());
    answers.put(
        SECRETS,
        """
        {"kind": "SecretList", "apiVersion": "v1", "metadata": {}, "items": [{
          "metadata": {"name": "sh.helm.release.v1.%1$s.v1", "namespace": "%2$s",
            "labels": {"owner": "helm", "name": "%1$s", "status": "deployed", "version": "1"}},
          "type": "helm.sh/release.v1", "data": {"release": "%3$s"}}]}\
        """
            .formatted(Chart.RELEASE, Chart.NAMESPACE, release()));
    for (HasMetadata object : manifests.objects()) {
      if (object.getKind().equals("StatefulSet")) {
        add(object);
      }
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /// Upgrades to the chart with the values, without changes of the cluster.
  ///
  /// @throws IllegalStateException with Helm's message if it rejects the upgrade
  void upgrade(Path... values) {
    var command =
        new Helm(Chart.OURS.directory())
            .upgrade()
            .withName(Chart.RELEASE)
            .withNamespace(Chart.NAMESPACE)
            .withDryRunOption(DryRun.SERVER)
            .disableOpenApiValidation()
            .withKubeConfigContents(kubeConfig());
    for (Path file : values) {
      command.withValuesFile(file);
    }
    command.call();
  }

  private String kubeConfig() {
    return """
    {"apiVersion": "v1", "kind": "Config", "current-context": "a",
     "clusters": [{"name": "a", "cluster": {"server": "http://127.0.0.1:%d"}}],
     "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}],
     "users": [{"name": "a", "user": {}}]}\
    """
        .formatted(server.getAddress().getPort());
  }

  private void add(HasMetadata object) {
    object.getMetadata().getLabels().put("app.kubernetes.io/managed-by", "Helm");
    object
        .getMetadata()
        .setAnnotations(
            Map.of(
                "meta.helm.sh/release-name", Chart.RELEASE,
                "meta.helm.sh/release-namespace", Chart.NAMESPACE));
    answers.put(
        "/apis/apps/v1/namespaces/%s/statefulsets/%s"
            .formatted(Chart.NAMESPACE, object.getMetadata().getName()),
        Manifests.YAML.asJson(object));
  }

  /// Adds the answers of the discovery of the objects' kinds.
  private void addKinds(List<HasMetadata> objects) {
    Map<String, TreeSet<String>> kinds = new HashMap<>();
    for (HasMetadata object : objects) {
      kinds
          .computeIfAbsent(object.getApiVersion(), _ -> new TreeSet<>())
          .add(
              "{\"name\": \"%s\", \"kind\": \"%s\", \"namespaced\": true, \"verbs\": [\"get\"]}"
                  .formatted(object.getPlural(), object.getKind()));
    }
    TreeSet<String> groups = new TreeSet<>();
    kinds.forEach(
        (version, resources) -> {
          answers.put(
              (version.equals("v1") ? "/api/" : "/apis/") + version,
              "{\"kind\": \"APIResourceList\", \"groupVersion\": \"%s\", \"resources\": [%s]}"
                  .formatted(version, String.join(",", resources)));
          if (!version.equals("v1")) {
            String[] parts = version.split("/", 2);
            groups.add(
                "{\"name\": \"%s\", \"versions\": [{\"groupVersion\": \"%s\", \"version\": \"%s\"}]}"
                    .formatted(parts[0], version, parts[1]));
          }
        });
    answers.put("/api", "{\"kind\": \"APIVersions\", \"versions\": [\"v1\"]}");
    answers.put(
        "/apis",
        "{\"kind\": \"APIGroupList\", \"apiVersion\": \"v1\", \"groups\": [%s]}"
            .formatted(String.join(",", groups)));
    answers.put("/version", "{\"major\": \"1\", \"minor\": \"30\", \"gitVersion\": \"v1.30.0\"}");
  }

  /// Returns the release as Helm stores it: JSON, compressed, and twice in Base64.
  private static String release() throws IOException {
    var release =
        Map.of(
            "name",
            Chart.RELEASE,
            "namespace",
            Chart.NAMESPACE,
            "version",
            1,
            "manifest",
            "",
            "info",
            Map.of("status", "deployed"),
            "chart",
            Map.of("metadata", Map.of("name", "goku", "version", "0.1.0", "apiVersion", "v2")));
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(JSON.writeValueAsBytes(release));
    }
    Base64.Encoder base64 = Base64.getEncoder();
    return base64.encodeToString(base64.encode(bytes.toByteArray()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String known = answers.get(exchange.getRequestURI().getPath());
    byte[] body =
        (known == null
                ? "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Failure\","
                    + " \"reason\": \"NotFound\", \"code\": 404}"
                : known)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(known == null ? 404 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
