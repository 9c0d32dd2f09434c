package goku.standalone;

import goku.http.HttpConfig;
import goku.http.HttpServer;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.telemetry.AdminRoutes;
import goku.telemetry.Check;
import goku.telemetry.Telemetry;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One service in a process of its own: started, served with its health and metrics over HTTP until
/// the signal to stop, closed.
///
/// @param routes what the service answers besides health and metrics
/// @param lines the line protocol on the same port; null for none
record ServiceProcess(
    String name,
    Runnable start,
    Supplier<Check> check,
    Routes routes,
    LineHandler.@Nullable Factory lines,
    Runnable close) {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceProcess.class);

  /// Gives the exit code.
  int run(HttpConfig http, Telemetry telemetry) throws InterruptedException {
    try (var stop = new StopSignal();
        telemetry) {
      start.run();
      AdminRoutes.addTo(routes, telemetry.registry(), () -> List.of(check.get()));
      try (var server = new HttpServer(http, routes, lines, telemetry.registry())) {
        server.start();
        LOG.info("{} listens on {}:{}", name, http.bind(), server.port());
        stop.await();
        LOG.info("{} stops", name);
      }
    } finally {
      close.run();
    }
    return 0;
  }
}
