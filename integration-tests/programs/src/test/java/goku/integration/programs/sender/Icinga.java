package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.Map;

/// Icinga 2 with `OpenTsdbWriter`, and the checks that Icinga has built in.
record Icinga() implements Program {
  private static final String PACKAGE = "icinga2-bin";

  @Override
  public String name() {
    return "icinga2 with OpenTsdbWriter";
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
                root.resolve("usr/lib/x86_64-linux-gnu/icinga2/sbin/icinga2"),
                "daemon",
                "-c",
                ScriptFile.write(work, "icinga2.conf", Map.of("PORT", port, "ROOT", root)),
                "-I",
                root.resolve("usr/share/icinga2/include"),
                "-DNodeName=web01",
                "-DRunAsUser=" + System.getProperty("user.name"),
                "-DRunAsGroup=" + System.getProperty("user.name"),
                "-DConfigDir=" + work,
                "-DDataDir=" + work.resolve("data"),
                "-DLogDir=" + work,
                "-DCacheDir=" + work,
                "-DSpoolDir=" + work,
                "-DInitRunDir=" + work));
  }

  @Override
  public int enough() {
    return 200;
  }
}
