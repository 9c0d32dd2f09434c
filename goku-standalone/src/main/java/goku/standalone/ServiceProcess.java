package goku.standalone;

import goku.http.HttpConfig;
import goku.http.HttpServer;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.telemetry.AdminRoutes;
import goku.telemetry.Check;
import goku.telemetry.Telemetry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One service in a process of its own: started, served with its health and metrics over HTTP until
/// the signal to stop, closed.
final class ServiceProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceProcess.class);

  private ServiceProcess() {}

  /// What a service brings to its process.
  interface Service extends AutoCloseable {
    void start();

    Check check();

    /// Adds what the service answers besides health and metrics.
    void addTo(Routes routes);

    LineHandler.@Nullable Factory lines();

    @Override
    void close();
  }

  /// Gives the exit code.
  static int run(String name, HttpConfig http, Telemetry telemetry, Service service)
      throws InterruptedException {
    try (var stop = new StopSignal();
        telemetry;
        service) {
      service.start();
      var routes = new Routes();
      service.addTo(routes);
      AdminRoutes.addTo(routes, telemetry.registry(), () -> List.of(service.check()));
      try (var server = new HttpServer(http, routes, service.lines(), telemetry.registry())) {
        server.start();
        LOG.info("{} listens on {}:{}", name, http.bind(), server.port());
        stop.await();
        LOG.info("{} stops", name);
      }
    }
    return 0;
  }
}
