package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.Map;

/// tcollector, which is in no registry, so a person places its folder. It sends what the collectors
/// read that the folder enables.
record Tcollector() implements Program {
  @Override
  public String name() {
    return "tcollector";
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path folder = Packages.placed("tcollector");
    return new Installed(
        "placed",
        (port, work) ->
            ChildProcess.start(
                work,
                Map.of("PYTHONPATH", folder.toString()),
                "python3",
                folder.resolve("tcollector.py"),
                "--host=127.0.0.1",
                "--port=" + port,
                "--pidfile=" + work.resolve("tcollector.pid"),
                "--logfile=" + work.resolve("tcollector.log")));
  }
}
