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

/// A service in a process of its own: served with its health and metrics over HTTP until the signal
/// to stop. Made first, so that a signal waits until all is closed in order; owned by one thread.
final class ServiceProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceProcess.class);

  private final String name;
  private final Parts parts = new Parts();
  private final StopSignal stop = parts.opened(new StopSignal());
  private final Telemetry telemetry = parts.opened(new Telemetry());
  private final Routes routes = new Routes();

  /// @param name of the service, for people
  ServiceProcess(String name) {
    this.name = name;
    AdminRoutes.addTo(routes, registry(), parts::checks);
  }

  /// Of the service.
  String name() {
    return name;
  }

  /// What the process consists of.
  Parts parts() {
    return parts;
  }

  /// What is answered besides health and metrics.
  Routes routes() {
    return routes;
  }

  PrometheusMeterRegistry registry() {
    return telemetry.registry();
  }

  /// Serves all on one port until the signal to stop; gives the exit code.
  int serve(HttpConfig http) throws InterruptedException {
    return serveBy(new HttpServer(http, routes, null, registry()));
  }

  /// Serves what is for everybody on one port, and all on the admin port.
  ///
  /// @param lines the line protocol on the former; null for none
  int serve(HttpConfig http, AdminConfig admin, LineHandler.@Nullable Factory lines)
      throws InterruptedException {
    return serveBy(new HttpServer(http, admin, routes, lines, registry()));
  }

  private int serveBy(HttpServer server) throws InterruptedException {
    parts.opened(server);
    server.start();
    LOG.info("{} serves", name);
    stop.await();
    LOG.info("{} stops", name);
    return 0;
  }

  @Override
  public void close() {
    parts.close();
  }
}
