package goku.standalone;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku long`: a GokuL node by itself.
public record LongProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "long", doc = "The storage node.") LongConfig longTerm) {

  static int run(LongProcess config) throws InterruptedException {
    var telemetry = new Telemetry();
    var service =
        new LongService(
            config.longTerm(),
            NamespacesSource.of(config.namespaces()).namespaces(),
            telemetry.registry(),
            InstantSource.system());
    var routes = new Routes();
    return new ServiceProcess("long", service::start, service::check, routes, null, service::close)
        .run(config.http(), telemetry);
  }
}
