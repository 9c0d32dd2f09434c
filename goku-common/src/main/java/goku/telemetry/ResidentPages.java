package goku.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// How much of a range of addresses is in memory, as Linux tells it in `/proc/self/smaps`.
///
/// @param smaps the file
record ResidentPages(Path smaps) {
  private static final String RESIDENT = "Rss:";

  /// Of the mappings that begin in the range; empty when the system does not tell.
  ///
  /// @param to the first address behind it
  OptionalLong bytes(long from, long to) {
    long bytes = 0;
    boolean inside = false;
    try (BufferedReader lines = Files.newBufferedReader(smaps)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(RESIDENT)) {
          bytes += inside ? ResidentMemory.bytes(line) : 0;
        } else if (isMapping(line)) {
          long begin = Long.parseUnsignedLong(line, 0, line.indexOf('-'), 16);
          inside = Long.compareUnsigned(begin, from) >= 0 && Long.compareUnsigned(begin, to) < 0;
        }
      }
      return OptionalLong.of(bytes);
    } catch (IOException untold) {
      return OptionalLong.empty();
    }
  }

  /// Whether it begins with an address; the names of its figures begin with a capital.
  private static boolean isMapping(String line) {
    return Character.digit(line.charAt(0), 16) >= 0 && !Character.isUpperCase(line.charAt(0));
  }
}
