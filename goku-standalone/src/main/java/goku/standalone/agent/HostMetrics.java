package goku.standalone.agent;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;

/// Reads this machine. Not thread-safe: rates need the reading before.
public final class HostMetrics {
  private final Map<Reader, FailureState> readers = new LinkedHashMap<>();
  private final Map<String, String> tags;

  HostMetrics(List<Reader> readers, Map<String, String> tags, MeterRegistry registry) {
    for (Reader reader : readers) {
      this.readers.put(reader, FailureState.of(reader.subject(), registry));
    }
    this.tags = Map.copyOf(tags);
  }

  /// Everything that OSHI and this JVM tell.
  ///
  /// @param tags of every metric besides `host`, which they may replace
  /// @param registry counts failed readings
  public static HostMetrics ofThisMachine(Map<String, String> tags, MeterRegistry registry) {
    var info = new SystemInfo();
    var hardware = info.getHardware();
    var system = info.getOperatingSystem();
    Map<String, String> all = new HashMap<>();
    all.put("host", system.getNetworkParams().getHostName());
    all.putAll(tags);
    List<Reader> readers =
        List.of(
            new CpuReader(hardware.getProcessor()),
            new MemoryReader(hardware.getMemory()),
            new DiskTrafficReader(hardware),
            new NetworkReader(hardware),
            new SystemReader(system),
            new JvmReader());
    return new HostMetrics(readers, all, registry);
  }

  /// The present state as put lines; a subject that cannot be read is left out and counted.
  ///
  /// @param now time of the datapoints, in whole seconds
  public List<String> lines(Instant now) {
    var readings = new Readings(tags);
    readers.forEach((reader, state) -> read(reader, state, readings));
    return readings.lines(now.getEpochSecond());
  }

  private static void read(Reader reader, FailureState state, Readings readings) {
    try {
      reader.read(readings);
      state.succeeded();
    } catch (RuntimeException | LinkageError e) {
      // LinkageError: a native library that does not load on this system
      state.failed(e);
    }
  }
}
