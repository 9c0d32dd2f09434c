package goku.standalone.process;

import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.service.Parts;
import goku.telemetry.Telemetry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
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

  PrometheusMeterRegistry registry() {
    return telemetry.registry();
  }

  /// Serves all routes on one port until the signal to stop. Returns the exit code.
  int serve(HttpConfig http) throws InterruptedException {
    return serveBy(new HttpServer(http, routes, null, registry()));
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
