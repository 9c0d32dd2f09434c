package goku.benchmark.recovery;

import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// A comparison of the process's memory with its known owners. Needs Linux, and the flags
/// `-XX:NativeMemoryTracking=summary -XX:+AlwaysPreTouch` with equal `-Xms` and `-Xmx`. Without
/// them less of the heap is resident than committed.
final class Footprint {
  private static final Pattern STATUS = Pattern.compile("(\\w+):\\s+(\\d+) kB");
  private static final Pattern TRACKED =
      Pattern.compile("-\\s+([\\w ]+) \\(reserved=\\d+KB, committed=(\\d+)KB");
  private static final double MIB = 1 << 20;

  private Footprint() {}

  static void print(SlabPool pool, MemoryUse use) {
    System.gc();
    Map<String, Long> resident = resident();
    Map<String, Long> tracked = tracked();
    long anonymous = Objects.requireNonNull(resident.get("RssAnon"));
    long known = tracked.values().stream().mapToLong(bytes -> bytes).sum();
    long slabs = pool.reservedBytes();
    long purposes = use.total() - use.bytes(Purpose.FINALIZED) - use.bytes(Purpose.INDEX);
    line("resident memory of the process (VmRSS)", resident.getOrDefault("VmRSS", 0L));
    line("  pages of mapped files (RssFile)", resident.getOrDefault("RssFile", 0L));
    line("  its own (RssAnon)", anonymous);
    line("slabs: names, series, streams", purposes);
    line("slabs: used", pool.usedBytes());
    line("slabs: reserved, free ones included", slabs);
    line(
        "heap used (of it the index: %.1f)".formatted(use.bytes(Purpose.INDEX) / MIB),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    tracked.forEach((kind, bytes) -> line("committed by the JVM: " + kind, bytes));
    line("committed by the JVM, slabs included", known);
    System.out.printf(
        "  RssAnon without an owner: %.1f MiB, %.1f %%%n",
        (anonymous - known) / MIB, 100.0 * (anonymous - known) / anonymous);
  }

  private static void line(String title, long bytes) {
    System.out.printf("  %-52s %10.1f MiB%n", title, bytes / MIB);
  }

  /// Bytes by the words of `/proc/self/status`.
  static Map<String, Long> resident() {
    Map<String, Long> found = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        Matcher matcher = STATUS.matcher(line);
        if (matcher.matches()) {
          found.put(matcher.group(1), Long.parseLong(matcher.group(2)) << 10);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  /// Committed bytes by the JVM's own categories; empty without the flag. Slabs are its "Other".
  private static Map<String, Long> tracked() {
    Map<String, Long> found = new LinkedHashMap<>();
    try {
      var report =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "vmNativeMemory",
                      new Object[] {new String[] {"summary"}},
                      new String[] {String[].class.getName()});
      Matcher matcher = TRACKED.matcher(report);
      while (matcher.find()) {
        long bytes = Long.parseLong(matcher.group(2)) << 10;
        if (bytes > 0) {
          found.put(matcher.group(1), bytes);
        }
      }
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }
}
