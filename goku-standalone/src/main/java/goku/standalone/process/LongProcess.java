package goku.standalone.process;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku long`: a GokuL node by itself.
public record LongProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health and metrics.") HttpConfig http,
    @Key(value = "long", doc = "The storage node.") LongConfig longTerm) {

  public static int run(LongProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("long")) {
      process
          .parts()
          .started(
              new LongService(
                  config.longTerm(),
                  NamespacesSource.of(config.namespaces()).namespaces(),
                  process.registry(),
                  InstantSource.system()));
      return process.serve(config.http());
    }
  }
}
