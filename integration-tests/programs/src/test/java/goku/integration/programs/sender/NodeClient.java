package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.Map;

/// The client of npm, and a script that writes by its socket.
record NodeClient() implements Program {
  private static final String VERSION = "0.5.7";

  @Override
  public String name() {
    return "opentsdb of npm";
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path folder = Packages.node("opentsdb@" + VERSION);
    return new Installed(
        VERSION,
        (port, work) ->
            ChildProcess.start(
                work,
                Map.of("NODE_PATH", folder.resolve("node_modules").toString()),
                "node",
                ScriptFile.write(work, "use-opentsdb.js", Map.of("PORT", port))));
  }

  @Override
  public int enough() {
    return 30;
  }
}
