package goku.integration.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A model of Kubernetes that runs the real processes: each storage node is the only pod of a
/// StatefulSet with the strategy `OnDelete`. An evicted pod gets SIGTERM, and starts again with the
/// newest revision. A revision can be one that never starts. Thread-safe.
final class PodRunner implements AutoCloseable {
  private final ClusterProcesses processes;
  private final HttpServer server;
  private final Map<String, Pod> pods = new TreeMap<>();
  private final List<String> evicted = new CopyOnWriteArrayList<>();
  private final Set<String> broken = new HashSet<>();
  private final List<Thread> restarts = new CopyOnWriteArrayList<>();
  private String revision = "r1";
  private int uids;

  private enum State {
    READY,
    STOPPING,
    STARTING
  }

  private record Pod(String revision, int uid, State state) {}

  /// Serves the Kubernetes API on the port of the layout. All storage nodes must be ready.
  PodRunner(ClusterProcesses processes) {
    this.processes = processes;
    nodes().forEach(node -> pods.put(node, new Pod(revision, uids++, State.READY)));
    try {
      int port = processes.layout().httpPort(ClusterLayout.KUBERNETES);
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  private static Stream<String> nodes() {
    return Stream.concat(ClusterLayout.SHORTS.stream(), ClusterLayout.LONGS.stream());
  }

  /// Gives all sets a new template.
  synchronized void upgrade(String next) {
    revision = next;
  }

  /// Pods of the revision never start.
  synchronized void breakRevision(String name) {
    broken.add(name);
  }

  /// Returns the evicted pods in their order, with the revision that each got.
  List<String> evicted() {
    return List.copyOf(evicted);
  }

  /// Returns whether all pods are ready with the newest revision.
  synchronized boolean isUpgraded() {
    return pods.values().stream()
        .allMatch(pod -> pod.state() == State.READY && pod.revision().equals(revision));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      int status = 200;
      String answer = "{}";
      if (path.endsWith("/statefulsets")) {
        answer = sets();
      } else if (path.endsWith("/pods")) {
        answer = pods();
      } else {
        status = evict(Path.of(path).getName(5).toString()) ? 201 : 429;
      }
      byte[] body = answer.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private synchronized String sets() {
    return nodes()
        .map(
            node ->
                """
                {"metadata": {"name": "set-%s", "generation": 1, "labels": {
                  "app.kubernetes.io/component": "%s", "goku/zone": "%s"}},
                 "spec": {"replicas": 1, "updateStrategy": {"type": "OnDelete"}},
                 "status": {"observedGeneration": 1, "updateRevision": "%s"}}
                """
                    .formatted(
                        node,
                        node.substring(0, node.indexOf('-')),
                        node.substring(node.indexOf('-') + 1),
                        revision))
        .collect(Collectors.joining(",", "{\"items\":[", "]}"));
  }

  private synchronized String pods() {
    return pods.entrySet().stream()
        .map(
            entry ->
                """
                {"metadata": {"name": "%s", "uid": "%d", %s
                  "labels": {"controller-revision-hash": "%s"},
                  "ownerReferences": [{"kind": "StatefulSet", "name": "set-%s"}]},
                 "status": {"conditions": [{"type": "Ready", "status": "%s"}]}}
                """
                    .formatted(
                        entry.getKey(),
                        entry.getValue().uid(),
                        entry.getValue().state() == State.STOPPING
                            ? "\"deletionTimestamp\": \"2026-11-29T00:00:00Z\","
                            : "",
                        entry.getValue().revision(),
                        entry.getKey(),
                        entry.getValue().state() == State.READY ? "True" : "False"))
        .collect(Collectors.joining(",", "{\"items\":[", "]}"));
  }

  private synchronized boolean evict(String node) {
    Pod pod = pods.get(node);
    if (pod == null || pod.state() == State.STOPPING) {
      return false;
    }
    evicted.add(node + " " + revision);
    boolean runs = pod.state() == State.READY;
    pods.put(node, new Pod(pod.revision(), pod.uid(), State.STOPPING));
    restarts.add(Thread.ofVirtual().start(() -> restart(node, runs)));
    return true;
  }

  private void restart(String node, boolean runs) {
    NodeProcess process = processes.get(node);
    if (runs) {
      process.terminate();
    }
    if (create(node)) {
      process.restart(ClusterProcesses.RESTART_LIMIT);
      ready(node);
    }
  }

  /// Replaces a pod that has stopped. Returns whether its revision starts.
  private synchronized boolean create(String node) {
    pods.put(node, new Pod(revision, uids++, State.STARTING));
    return !broken.contains(revision);
  }

  private synchronized void ready(String node) {
    Pod pod = pods.get(node);
    if (pod != null) {
      pods.put(node, new Pod(pod.revision(), pod.uid(), State.READY));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    for (Thread restart : restarts) {
      try {
        restart.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
