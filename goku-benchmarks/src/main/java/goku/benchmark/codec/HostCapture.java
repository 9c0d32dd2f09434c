package goku.benchmark.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.benchmark.codec.DataSet.Series;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// The capture of one host's counters and gauges: tab-separated milliseconds, series and value.
final class HostCapture {
  private record Point(long timestamp, double value) {}

  private HostCapture() {}

  static DataSet read(Path file) throws IOException {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split("\t", 3);
        var point = new Point(Long.parseLong(columns[0]), Double.parseDouble(columns[2]));
        points.computeIfAbsent(columns[1], name -> new ArrayList<>()).add(point);
      }
    }
    List<Series> series = new ArrayList<>();
    points.forEach(
        (name, of) ->
            series.add(
                new Series(
                    name,
                    of.stream().mapToLong(Point::timestamp).toArray(),
                    of.stream().mapToDouble(Point::value).toArray())));
    return new DataSet("hostcapture", true, series);
  }
}
