package goku.integration.programs.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.fixture.GokuProcess;
import goku.testkit.TestForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// Packages from registries. A package is installed by the long form, and small ones also on CI.
/// Once installed, a package is used by every run until the next `mvn clean`. Used by one thread.
public final class Packages {
  private static final Path ROOT =
      GokuProcess.checkout().resolve("integration-tests/programs/target/packages");
  private static final String DONE = "installed";
  private static final long LIMIT_MINUTES = 20;
  private static final int SHOWN_CHARACTERS = 300;

  private Packages() {}

  /// Returns the folder of packages of Python.
  public static Path python(String name, String version) throws NotInstalledException {
    String exact = name + "==" + version;
    return install(
        exact, false, "python3", "-m", "pip", "install", "--quiet", "--target", ".", exact);
  }

  /// Returns the folder that contains `node_modules`.
  public static Path node(String... packages) throws NotInstalledException {
    return install(
        String.join("+", packages),
        false,
        ("npm install --silent --no-audit --no-fund --prefix . " + String.join(" ", packages))
            .split(" "));
  }

  /// Returns the folder with the files of a package of Debian and of those packages it needs that
  /// this machine lacks.
  public static Path debian(String name) throws NotInstalledException {
    String missing =
        "apt-get -s --no-install-recommends install " + name + " | awk '/^Inst/{print $2}'";
    String script =
        "set -e; needed=$(%s); apt-get -qq download %s $needed; for p in *.deb; do dpkg -x $p .; done"
            .formatted(missing, name);
    return install(name, false, "bash", "-c", script);
  }

  /// Returns the folder with the program of a Go module, built with these tags.
  public static Path go(String program, String version, List<String> tags)
      throws NotInstalledException {
    String name = program.substring(program.lastIndexOf('/') + 1);
    return install(
        name + "@" + version,
        true,
        "bash",
        "-c",
        "GOBIN=$PWD go install -tags %s %s@%s".formatted(String.join(",", tags), program, version));
  }

  /// Returns the version of a package of Debian in its folder.
  public static String debianVersion(Path folder, String name) {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.startsWith(name + "_"))
          .map(file -> file.split("_", -1)[1])
          .findAny()
          .orElse("?");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path install(String name, boolean large, String... command)
      throws NotInstalledException {
    Path folder = ROOT.resolve(name.replaceAll("[^a-zA-Z0-9.@=+-]", "_"));
    if (Files.exists(folder.resolve(DONE))) {
      return folder;
    }
    boolean onCi = "true".equals(System.getenv("CI")) && !large;
    if (!TestForm.isLong() && !onCi) {
      throw new NotInstalledException("not installed; the long form installs " + name);
    }
    try {
      Files.createDirectories(folder);
      run(folder, command);
      Files.createFile(folder.resolve(DONE));
      return folder;
    } catch (IOException e) {
      throw new NotInstalledException("cannot install " + name + ": " + e.getMessage());
    }
  }

  private static void run(Path folder, String... command)
      throws IOException, NotInstalledException {
    Path log = folder.resolve("install.log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new NotInstalledException("took longer than " + LIMIT_MINUTES + " minutes");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (process.exitValue() != 0) {
      String text = Files.readString(log, UTF_8).strip();
      throw new NotInstalledException(
          "refused: " + text.substring(Math.max(0, text.length() - SHOWN_CHARACTERS)));
    }
  }

  /// Returns a folder or file that a person has placed, because no registry serves the program.
  public static Path placed(String name) throws NotInstalledException {
    String folder = System.getProperty("goku.programs.folder", "");
    Path file = Path.of(folder, name);
    if (folder.isEmpty() || !Files.exists(file)) {
      throw new NotInstalledException(
          "not in a registry; -Dgoku.programs.folder names a folder with it");
    }
    return file;
  }

  /// Returns the environment variable by which programs of Debian find their libraries.
  public static Map<String, String> libraries(Path folder) {
    return new TreeMap<>(
        Map.of("LD_LIBRARY_PATH", folder.resolve("usr/lib/x86_64-linux-gnu").toString()));
  }
}
