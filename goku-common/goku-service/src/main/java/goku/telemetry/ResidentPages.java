package goku.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// The resident pages of some mappings, as Linux reports them in `/proc/self/smaps`.
///
/// @param smaps the file
record ResidentPages(Path smaps) {
  private static final String RESIDENT = "Rss:";
  private static final String CHANGED = "Anonymous:";

  /// Returns the resident bytes of mappings that begin in the range; empty if the system does not
  /// report them.
  ///
  /// @param to the first address after the range
  OptionalLong bytes(long from, long to) {
    return sum(
        RESIDENT,
        mapping -> {
          long begin = Long.parseUnsignedLong(mapping, 0, mapping.indexOf('-'), 16);
          return Long.compareUnsigned(begin, from) >= 0 && Long.compareUnsigned(begin, to) < 0;
        });
  }

  /// Returns the private changed bytes of mapped files with this suffix; empty if the system does
  /// not report them.
  OptionalLong changedBytes(String suffix) {
    return sum(CHANGED, mapping -> mapping.endsWith(suffix));
  }

  private OptionalLong sum(String figure, Predicate<String> isWanted) {
    long bytes = 0;
    boolean wanted = false;
    try (BufferedReader lines = Files.newBufferedReader(smaps)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(figure)) {
          bytes += wanted ? ResidentMemory.bytes(line) : 0;
        } else if (isMapping(line)) {
          wanted = isWanted.test(line);
        }
      }
      return OptionalLong.of(bytes);
    } catch (IOException untold) {
      return OptionalLong.empty();
    }
  }

  /// Returns whether the line begins a mapping. It then starts with an address, all other lines
  /// with a capital letter.
  private static boolean isMapping(String line) {
    return Character.digit(line.charAt(0), 16) >= 0 && !Character.isUpperCase(line.charAt(0));
  }
}
