package goku.integration.cluster.process;

import goku.testkit.TestPorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The processes of a cluster and their ports, all picked beforehand.
///
/// @param directory the directory of all data and configuration
/// @param logs the directory for the output of processes, which is kept
/// @param httpPorts the ports by process, including those of the infrastructure, which have their
///   own protocols
/// @param adminPorts the admin ports of ingestors and roots
/// @param rpcPorts the ports of the storage nodes
public record ClusterLayout(
    Path directory,
    Path logs,
    Map<String, Integer> httpPorts,
    Map<String, Integer> adminPorts,
    Map<String, Integer> rpcPorts) {
  public static final List<String> INFRASTRUCTURE = List.of("kafka", "zookeeper", "s3");

  /// The Kubernetes API that controllers ask. It runs only in tests of rollouts.
  public static final String KUBERNETES = "kubernetes";

  public static final List<String> CONTROLLERS = List.of("controller-1", "controller-2");
  public static final List<String> SHORTS = List.of("short-a", "short-b", "short-c");
  public static final List<String> LONGS = List.of("long-a", "long-b");
  public static final List<String> COMPACTORS = List.of("compactor-1", "compactor-2");
  public static final List<String> INGESTS = List.of("ingest-1", "ingest-2");
  public static final List<String> ROOTS = List.of("root-a", "root-b");

  /// Nodes that come later.
  public static final List<String> LATER = List.of("short-a2", "long-c");

  public ClusterLayout {
    httpPorts = Map.copyOf(httpPorts);
    adminPorts = Map.copyOf(adminPorts);
    rpcPorts = Map.copyOf(rpcPorts);
  }

  static ClusterLayout in(Path directory, Path logs) {
    Map<String, Integer> http = new HashMap<>();
    Stream.of(INFRASTRUCTURE, CONTROLLERS, SHORTS, LONGS, COMPACTORS, INGESTS, ROOTS, LATER)
        .flatMap(List::stream)
        .forEach(name -> http.put(name, TestPorts.next()));
    http.put(KUBERNETES, TestPorts.next());
    Map<String, Integer> admin = new HashMap<>();
    Stream.of(INGESTS, ROOTS)
        .flatMap(List::stream)
        .forEach(name -> admin.put(name, TestPorts.next()));
    Map<String, Integer> rpc = new HashMap<>();
    Stream.of(SHORTS, LONGS, LATER)
        .flatMap(List::stream)
        .forEach(name -> rpc.put(name, TestPorts.next()));
    return new ClusterLayout(directory, logs, http, admin, rpc);
  }

  /// `short` of `short-a`.
  static String serviceOf(String process) {
    return process.substring(0, process.indexOf('-'));
  }

  /// `a` of `short-a` and `short-a2`; processes that are numbered stand in no zone of their own.
  static String zoneOf(String process) {
    int zone = process.indexOf('-') + 1;
    return process.substring(zone, zone + 1);
  }

  public int httpPort(String process) {
    return httpPorts.getOrDefault(process, 0);
  }

  int adminPort(String process) {
    return adminPorts.getOrDefault(process, 0);
  }

  int rpcPort(String process) {
    return rpcPorts.getOrDefault(process, 0);
  }

  public String http(String process) {
    return "http://127.0.0.1:" + httpPort(process);
  }

  /// Returns the address of the process's metrics.
  public String admin(String process) {
    return adminPorts.containsKey(process)
        ? "http://127.0.0.1:" + adminPort(process)
        : http(process);
  }

  public String brokers() {
    return "127.0.0.1:" + httpPort("kafka");
  }

  public String zookeeper() {
    return "127.0.0.1:" + httpPort("zookeeper");
  }

  /// Returns the directory with the files of a service account.
  Path serviceAccount() {
    return directory.resolve("service-account");
  }

  Path namespacesFile() {
    return directory.resolve("namespaces.yaml");
  }

  public Path data(String process) {
    return directory.resolve("data").resolve(process);
  }

  Path log(String process) {
    return logs.resolve(process + ".log");
  }
}
