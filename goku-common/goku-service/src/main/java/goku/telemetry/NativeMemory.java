package goku.telemetry;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// The memory that the JVM has reserved, by owner: `jcmd PID VM.native_memory` as numbers. Of the
/// heap, only touched memory counts, because the collector holds a reserve. Of class archives, only
/// pages that differ from the file count, because all processes share the rest. The JVM tracks this
/// with `-XX:NativeMemoryTracking=summary`. Thread-safe.
final class NativeMemory {
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final String HEAP = "java-heap";
  private static final String ARCHIVES = "shared-class-space";
  private static final String ARCHIVE_FILE = ".jsa";
  private static final Pattern OWNER =
      Pattern.compile("^- +([^(]+?) \\(reserved=\\d+, committed=(\\d+)", Pattern.MULTILINE);
  private static final Pattern RANGE = Pattern.compile("\\[0x(\\p{XDigit}+), 0x(\\p{XDigit}+)\\)");

  private final ResidentPages pages;

  /// @param smaps the file about this process
  NativeMemory(Path smaps) {
    pages = new ResidentPages(smaps);
  }

  /// Returns bytes by owner; empty if they are not tracked.
  Map<String, Long> byOwner() {
    Map<String, Long> owners = owners(told("vmNativeMemory", "summary", "scale=1"));
    if (owners.containsKey(HEAP)) {
      Matcher range = RANGE.matcher(told("gcHeapInfo"));
      if (range.find()) {
        pages
            .bytes(
                Long.parseUnsignedLong(range.group(1), 16),
                Long.parseUnsignedLong(range.group(2), 16))
            .ifPresent(touched -> owners.put(HEAP, touched));
      }
    }
    if (owners.containsKey(ARCHIVES)) {
      pages.changedBytes(ARCHIVE_FILE).ifPresent(changed -> owners.put(ARCHIVES, changed));
    }
    return owners;
  }

  static Map<String, Long> owners(String summary) {
    Map<String, Long> owners = new TreeMap<>();
    OWNER
        .matcher(summary)
        .results()
        .forEach(
            owner ->
                owners.put(
                    owner.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'),
                    Long.parseLong(owner.group(2))));
    return owners;
  }

  /// Returns an empty text if this JVM has no such command.
  private static String told(String command, String... arguments) {
    try {
      Object answer =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName(COMMANDS),
                  command,
                  new Object[] {arguments},
                  new String[] {String[].class.getName()});
      return String.valueOf(answer);
    } catch (JMException absent) {
      return "";
    }
  }
}
