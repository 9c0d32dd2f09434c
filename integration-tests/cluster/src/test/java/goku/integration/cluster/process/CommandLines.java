package goku.integration.cluster.process;

import goku.testkit.ThisJava;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The command lines of a cluster's processes. Tests know the command line only from here.
///
/// @param build the jars of all processes
record CommandLines(ClusterLayout layout, Build build) {
  static final String ACCESS_KEY = "goku";
  static final String SECRET = "secret-of-the-test";

  private static final Map<String, String> HEAPS =
      Map.of(
          "kafka", "384m",
          "zookeeper", "96m",
          "s3", "192m",
          "controller", "160m",
          "short", "256m",
          "long", "192m",
          "compactor", "192m",
          "ingest", "256m",
          "root", "256m");

  /// `goku kafka`, `goku zookeeper` or `goku s3`.
  List<String> infrastructure(String server) {
    List<String> command = java(server, build.classPath());
    command.add("goku.standalone.GokuMain");
    command.add(server);
    command.add("--data=" + layout.data(server));
    command.add("--port=" + layout.httpPort(server));
    if (server.equals("s3")) {
      command.add("--secret-key=" + SECRET);
    }
    return command;
  }

  /// `goku <service> <flags>`.
  List<String> service(String process) {
    String service = ClusterLayout.serviceOf(process);
    List<String> command = java(service, build.classPath());
    command.add("goku.standalone.GokuMain");
    command.add(service);
    command.add("--namespaces=" + layout.namespacesFile());
    command.add("--http.bind=127.0.0.1");
    command.add("--http.port=" + layout.httpPort(process));
    if (layout.adminPort(process) != 0) {
      command.add("--admin.port=" + layout.adminPort(process));
    }
    if (!service.equals("ingest")) {
      command.addAll(cluster(process));
    }
    command.addAll(
        switch (service) {
          case "short" -> shortTerm(process);
          case "long" -> longTerm(process);
          case "controller" ->
              List.of(
                  "--placement.delay=" + seconds(ClusterProcesses.PLACEMENT_DELAY),
                  "--kafka.bootstrap-servers=" + layout.brokers(),
                  "--rollout.enabled=true",
                  "--rollout.api=" + layout.http(ClusterLayout.KUBERNETES),
                  "--rollout.service-account=" + layout.serviceAccount(),
                  "--rollout.interval=500ms");
          case "compactor" -> compactor(process);
          case "ingest" -> ingest(process);
          case "root" -> List.of("--kafka.bootstrap-servers=" + layout.brokers());
          default -> List.of();
        });
    return command;
  }

  /// `goku cluster <arguments>`.
  List<String> cluster(List<String> arguments) {
    List<String> command = java("controller", build.classPath());
    command.addAll(List.of("goku.standalone.GokuMain", "cluster"));
    command.addAll(arguments);
    return command;
  }

  private List<String> cluster(String process) {
    List<String> flags = new ArrayList<>();
    flags.add("--cluster.zookeeper=" + layout.zookeeper());
    flags.add("--cluster.zone=" + ClusterLayout.zoneOf(process));
    flags.add("--cluster.node-name=" + process);
    flags.add("--cluster.session-timeout=" + seconds(ClusterProcesses.SESSION_TIMEOUT));
    if (layout.rpcPort(process) != 0) {
      flags.add("--rpc.bind=127.0.0.1");
      flags.add("--rpc.advertise=127.0.0.1");
      flags.add("--rpc.port=" + layout.rpcPort(process));
    }
    return flags;
  }

  private static String seconds(Duration duration) {
    return duration.toSeconds() + "s";
  }

  private List<String> shortTerm(String process) {
    List<String> flags = new ArrayList<>();
    flags.add("--short.kafka.bootstrap-servers=" + layout.brokers());
    flags.add("--short.memory-budget=64MiB");
    flags.add("--short.snapshot-interval=10s");
    flags.add("--short.session-timeout=" + seconds(ClusterProcesses.GROUP_TIMEOUT));
    flags.addAll(storage("short", process));
    return flags;
  }

  private List<String> longTerm(String process) {
    List<String> flags = new ArrayList<>();
    flags.add("--long.poll-interval=1s");
    flags.add("--long.block-cache=32MiB");
    flags.addAll(storage("long", process));
    return flags;
  }

  private List<String> compactor(String process) {
    List<String> flags = new ArrayList<>();
    flags.add("--compactor.interval=1s");
    flags.addAll(storage("compactor", process));
    return flags;
  }

  /// A put waits for less long than usual, so that producers see in a short outage what they would
  /// see in a long one.
  private List<String> ingest(String process) {
    return List.of(
        "--ingest.kafka.bootstrap-servers=" + layout.brokers(),
        "--ingest.input.node-name=" + process,
        "--ingest.put-timeout=10s");
  }

  private List<String> storage(String service, String process) {
    return List.of(
        "--%s.directory=%s".formatted(service, layout.data(process)),
        "--%s.s3.endpoint=%s".formatted(service, layout.http("s3")),
        "--%s.s3.access-key=%s".formatted(service, ACCESS_KEY),
        "--%s.s3.secret-key=%s".formatted(service, SECRET));
  }

  /// Quick to start, with little memory: many share few cores. The archive of classes is that of
  /// `goku standalone`, which has those of all services; without it they start more slowly.
  private List<String> java(String kind, String classpath) {
    List<String> command = new ArrayList<>();
    command.add(ThisJava.path());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Xss512k", "-Xmx" + HEAPS.get(kind), "-XX:+ExitOnOutOfMemoryError"));
    command.add("-XX:SharedArchiveFile=" + build.classArchive());
    command.addAll(List.of("-Xlog:cds*=off", "-Xlog:aot*=off"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", classpath));
    return command;
  }
}
