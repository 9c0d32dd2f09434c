package goku.standalone.process;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku short`: a GokuS node by itself.
public record ShortProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "short", doc = "The storage node.") ShortConfig shortTerm) {

  public static int run(ShortProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("short")) {
      process
          .parts()
          .started(
              new ShortService(
                  config.shortTerm(),
                  NamespacesSource.of(config.namespaces()).namespaces(),
                  process.registry(),
                  InstantSource.system()));
      return process.serve(config.http());
    }
  }
}
