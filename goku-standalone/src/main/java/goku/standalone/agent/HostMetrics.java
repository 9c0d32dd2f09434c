package goku.standalone.agent;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;

/// A reader of all metrics of this machine. Not thread-safe: rates need the previous reading.
public final class HostMetrics {
  private final Map<Reader, FailureState> readers = new LinkedHashMap<>();
  private final Map<String, String> tags;

  HostMetrics(List<Reader> readers, Map<String, String> tags, MeterRegistry registry) {
    for (Reader reader : readers) {
      this.readers.put(reader, FailureState.of(reader.subject(), registry));
    }
    this.tags = Map.copyOf(tags);
  }

  /// Returns the metrics that OSHI and this JVM provide.
  ///
  /// @param tags further tags of every metric, which may replace `host`
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

  /// Returns the current state as put lines. A subject that cannot be read is omitted and counted.
  ///
  /// @param now the time of the datapoints, in whole seconds
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
      // LinkageError: a native library that cannot be loaded on this system
      state.failed(e);
    }
  }
}
