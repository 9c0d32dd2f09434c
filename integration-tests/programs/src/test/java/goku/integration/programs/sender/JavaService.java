package goku.integration.programs.sender;

import goku.integration.fixture.GokuProcess;
import goku.testkit.ThisJava;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;

/// A service of `goku.integration.programs.service`, in a JVM without Goku on its class path.
///
/// @param library the jar that sends, without its version
record JavaService(String name, String type, String library) implements Program {
  private static final Path TARGET =
      GokuProcess.checkout().resolve("integration-tests/programs/target");

  static final Program SPRING =
      new JavaService("Micrometer in Spring Boot", "SpringService", "micrometer-registry-opentsdb");
  static final Program DROPWIZARD =
      new JavaService("Dropwizard's reporter", "DropwizardService", "metrics-opentsdb");

  @Override
  public Installed install() {
    return new Installed(
        version(),
        (port, work) ->
            ChildProcess.start(
                work,
                Map.of(),
                ThisJava.path(),
                "-cp",
                TARGET.resolve("classes") + File.pathSeparator + TARGET.resolve("lib") + "/*",
                "goku.integration.programs.service." + type,
                port,
                GokuProcess.freePort()));
  }

  private String version() {
    String[] jars = TARGET.resolve("lib").toFile().list();
    for (String jar : jars == null ? new String[0] : jars) {
      if (jar.startsWith(library + "-")) {
        return jar.substring(library.length() + 1, jar.length() - ".jar".length());
      }
    }
    throw new IllegalStateException("no " + library + " in " + TARGET.resolve("lib"));
  }
}
