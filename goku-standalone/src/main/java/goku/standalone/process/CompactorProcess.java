package goku.standalone.process;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.Key;
import goku.http.HttpConfig;
import java.nio.file.Path;
import java.time.InstantSource;

/// `goku compactor`: a compactor by itself.
public record CompactorProcess(
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(value = "http", doc = "The port for health, metrics and status.") HttpConfig http,
    @Key(value = "compactor", doc = "The compactor.") CompactorConfig compactor) {

  public static int run(CompactorProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("compactor")) {
      var service =
          process
              .parts()
              .started(
                  new CompactorService(
                      config.compactor(),
                      NamespacesSource.of(config.namespaces()).namespaces(),
                      process.registry(),
                      InstantSource.system()));
      service.addRoutes(process.routes());
      return process.serve(config.http());
    }
  }
}
