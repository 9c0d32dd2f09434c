package goku.integration.cluster.process;

import goku.integration.fixture.ClassArchive;
import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A build of Goku from which processes start.
///
/// @param target the directory `goku-standalone/target` of a checkout that was packaged
public record Build(Path target) {
  private static final String OTHER = "goku.other-build";

  /// Returns the build under test.
  public static Build current() {
    return new Build(GokuProcess.checkout().resolve("goku-standalone/target"));
  }

  /// Returns the build of the checkout in the system property `goku.other-build`. Without the
  /// property, this is the build under test.
  public static Build other() {
    String checkout = System.getProperty(OTHER, "");
    return checkout.isEmpty()
        ? current()
        : new Build(Path.of(checkout).resolve("goku-standalone/target"));
  }

  /// Returns the class path of the launcher.
  String classPath() {
    try (var jars = Files.newDirectoryStream(target, "goku-standalone-*.jar")) {
      return jars.iterator().next() + ":" + target.resolve("lib") + "/*";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the archive of the classes of `goku standalone`, which has those of all services. The
  /// JVM ignores an archive that does not exist.
  Path classArchive() {
    return ClassArchive.of(target).orElse(target.resolve("none.jsa"));
  }
}
