package goku.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The version of the running build. Immutable.
///
/// @param release the version of the project: `0.1.0-SNAPSHOT`
/// @param commit the commit of the sources, followed by `-dirty` if they were changed; empty if the
///   build had no repository
public record BuildVersion(String release, String commit) {
  /// The version of this process. The build writes it beside this class.
  public static final BuildVersion CURRENT = read("build.properties");

  /// Returns the version as one word: `0.1.0-SNAPSHOT+6fe88c620d83`.
  @Override
  public String toString() {
    return commit.isEmpty() ? release : release + "+" + commit;
  }

  private static BuildVersion read(String resource) {
    var values = new Properties();
    try (InputStream file = BuildVersion.class.getResourceAsStream(resource)) {
      if (file != null) {
        values.load(file);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read resource " + resource, failed);
    }
    return new BuildVersion(
        values.getProperty("release", "unknown"), values.getProperty("commit", ""));
  }
}
