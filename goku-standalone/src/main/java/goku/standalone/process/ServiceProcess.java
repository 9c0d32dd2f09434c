package goku.standalone.process;

import goku.budget.HeapBudget;
import goku.cluster.ZooKeeperClock;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.kafka.KafkaConfig;
import goku.kafka.KafkaWatch;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3Clock;
import goku.service.Parts;
import goku.service.clock.ClockKeeper;
import goku.service.clock.Witness;
import goku.telemetry.Telemetry;
import goku.time.TrustedClock;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The process of one service, which serves health and metrics over HTTP until the signal to stop.
/// Created first, so that a signal waits until all parts are closed in order. Owned by one thread.
final class ServiceProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceProcess.class);

  private final String name;
  private final Parts parts = new Parts();
  private final StopSignal stop = parts.opened(new StopSignal());
  private final Telemetry telemetry = parts.opened(new Telemetry());
  private final Routes routes = new Routes();
  private final HeapBudget budget = HeapBudget.ofThisProcess();

  /// @param name the name of the service for messages
  ServiceProcess(String name) {
    this.name = name;
    AdminRoutes.addTo(routes, registry(), parts::checks);
  }

  /// Returns the name of the service.
  String name() {
    return name;
  }

  /// Returns the parts of the process.
  Parts parts() {
    return parts;
  }

  /// Returns the routes besides health and metrics.
  Routes routes() {
    return routes;
  }

  /// Returns the heap for requests of this process.
  HeapBudget budget() {
    return budget;
  }

  PrometheusMeterRegistry registry() {
    return telemetry.registry();
  }

  /// Returns the clock of a process without data, which is compared with that of the cluster.
  TrustedClock clock(Optional<ClusterLink> link) {
    return clock(Optional.empty(), witnesses(link));
  }

  /// Returns the clock of the process, which is compared with those of the cluster and of S3.
  ///
  /// @param directory the directory of the process's data
  TrustedClock clock(Optional<ClusterLink> link, ObjectStoreConfig s3, Path directory) {
    List<Witness> witnesses = witnesses(link);
    S3Clock.of(s3).ifPresent(clock -> witnesses.add(new Witness("S3", parts.opened(clock)::ask)));
    return clock(Optional.of(directory), witnesses);
  }

  private static List<Witness> witnesses(Optional<ClusterLink> link) {
    List<Witness> witnesses = new ArrayList<>();
    link.flatMap(cluster -> ZooKeeperClock.of(cluster.client()))
        .ifPresent(clock -> witnesses.add(new Witness("ZooKeeper", clock::ask)));
    return witnesses;
  }

  private TrustedClock clock(Optional<Path> directory, List<Witness> witnesses) {
    var keeper = parts.opened(new ClockKeeper(directory, witnesses));
    keeper.addGauges(registry());
    keeper.start();
    parts.checked(keeper::check);
    return keeper.clock();
  }

  /// Reports outages of Kafka.
  void watchKafka(KafkaConfig kafka) {
    parts.started(KafkaWatch.of(kafka, registry()));
  }

  /// Serves all routes on one port until the signal to stop. Returns the exit code.
  int serve(HttpConfig http) throws InterruptedException {
    return serveBy(new HttpServer(http, budget, routes, null, registry()));
  }

  /// Serves public routes on one port, and all routes on the admin port.
  ///
  /// @param lines the line protocol on the public port; null for none
  int serve(HttpConfig http, AdminConfig admin, LineHandler.@Nullable Factory lines)
      throws InterruptedException {
    return serveBy(new HttpServer(http, admin, routes, lines, registry()));
  }

  private int serveBy(HttpServer server) throws InterruptedException {
    parts.opened(server);
    server.start();
    LOG.info("service ready service={}", name);
    stop.await();
    LOG.info("service stops service={}", name);
    return 0;
  }

  @Override
  public void close() {
    parts.close();
  }
}
