package goku.standalone;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import goku.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.InstantSource;

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
    var routes = new Routes();
    return new ServiceProcess("short", service::start, service::check, routes, null, service::close)
        .run(config.http(), telemetry);
  }
}
