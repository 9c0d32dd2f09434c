package goku.benchmark.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Field;
import goku.standalone.bench.devops.Host;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Readings of devops hosts as records of put lines.
final class DevopsRecords {
  private DevopsRecords() {}

  /// One reading of all fields of all hosts.
  ///
  /// @param seconds since the epoch
  /// @param shuffled whether neighbours are of any host, and not as agents send them
  static List<byte[]> of(int hosts, long seconds, int linesPerRecord, boolean shuffled) {
    var readings = new DevopsReadings(hosts, 1);
    List<String> lines = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      String tags = tags(readings.hosts().get(host));
      for (int field = 0; field < readings.fields().size(); field++) {
        Field of = readings.fields().get(field);
        double value = readings.value(host, field);
        lines.add(
            "put %s %d %s%s"
                .formatted(of.metric(), seconds, of.whole() ? (long) value : value, tags));
      }
    }
    if (shuffled) {
      Collections.shuffle(lines, new Random(1));
    }
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i + linesPerRecord <= lines.size(); i += linesPerRecord) {
      records.add(String.join("\n", lines.subList(i, i + linesPerRecord)).getBytes(UTF_8));
    }
    return records;
  }

  private static String tags(Host host) {
    return host.tags().entrySet().stream()
        .map(tag -> " " + tag.getKey() + "=" + tag.getValue())
        .collect(Collectors.joining());
  }
}
