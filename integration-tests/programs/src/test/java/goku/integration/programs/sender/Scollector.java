package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.Map;

/// scollector. Its Go module `bosun.org` could not be downloaded in November 2026, so the program
/// is placed by a person.
record Scollector() implements Program {
  @Override
  public String name() {
    return "scollector";
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path program = Packages.placed("scollector");
    return new Installed(
        "placed",
        (port, work) ->
            ChildProcess.start(
                work,
                Map.of(),
                program,
                "-conf",
                ScriptFile.write(work, "scollector.toml", Map.of("PORT", port))));
  }
}
