package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.Map;

/// collectd with `write_tsdb`.
record Collectd() implements Program {
  private static final String PACKAGE = "collectd-core";

  @Override
  public String name() {
    return "collectd with write_tsdb";
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path root = Packages.debian(PACKAGE);
    return new Installed(
        Packages.debianVersion(root, PACKAGE),
        (port, work) ->
            ChildProcess.start(
                work,
                Packages.libraries(root),
                root.resolve("usr/sbin/collectd"),
                "-f",
                "-C",
                ScriptFile.write(
                    work, "collectd.conf", Map.of("PORT", port, "WORK", work, "ROOT", root))));
  }
}
