package goku.standalone;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import goku.telemetry.Check;
import goku.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// `goku short`: a GokuS node by itself.
public record ShortProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "short", doc = "The storage node.") ShortConfig shortTerm) {

  static int run(ShortProcess config) throws InterruptedException {
    var telemetry = new Telemetry();
    var service =
        new ShortService(
            config.shortTerm(),
            NamespacesSource.of(config.namespaces()).namespaces(),
            telemetry.registry(),
            InstantSource.system());
    return ServiceProcess.run("short", config.http(), telemetry, new Running(service));
  }

  private record Running(ShortService service) implements ServiceProcess.Service {
    @Override
    public void start() {
      service.start();
    }

    @Override
    public Check check() {
      return service.check();
    }

    @Override
    public void addTo(Routes routes) {
      // nothing besides health and metrics
    }

    @Override
    public LineHandler.@Nullable Factory lines() {
      return null;
    }

    @Override
    public void close() {
      service.close();
    }
  }
}
