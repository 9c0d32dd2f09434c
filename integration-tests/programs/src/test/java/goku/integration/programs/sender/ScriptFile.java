package goku.integration.programs.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A file of the test's resources with values in place of `@NAME@`.
final class ScriptFile {
  private ScriptFile() {}

  /// Writes the file to the folder and returns its path.
  static Path write(Path work, String name, Map<String, Object> values) throws IOException {
    String text = read(name);
    for (Map.Entry<String, Object> value : values.entrySet()) {
      text = text.replace("@" + value.getKey() + "@", value.getValue().toString());
    }
    return Files.writeString(work.resolve(name), text);
  }

  private static String read(String name) {
    try (InputStream in = ScriptFile.class.getResourceAsStream("/programs/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource /programs/" + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
