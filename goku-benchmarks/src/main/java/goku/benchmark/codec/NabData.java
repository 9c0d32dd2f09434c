package goku.benchmark.codec;

import goku.benchmark.codec.DataSet.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Folders of the Numenta Anomaly Benchmark: one series a CSV file, `timestamp,value`.
final class NabData {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSSSSS]");

  private NabData() {}

  /// One data set for each folder.
  static List<DataSet> read(Path directory) throws IOException {
    List<DataSet> sets = new ArrayList<>();
    try (Stream<Path> folders = Files.list(directory)) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        sets.add(readFolder(folder));
      }
    }
    return sets;
  }

  private static DataSet readFolder(Path folder) throws IOException {
    List<Series> series = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
        series.add(readFile(file));
      }
    }
    return new DataSet(folder.getFileName().toString(), false, series);
  }

  /// Leaves out rows whose timestamp does not ascend, as a few at the end of daylight saving do
  /// not.
  private static Series readFile(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    var timestamps = new long[lines.size()];
    var values = new double[lines.size()];
    int count = 0;
    for (String line : lines.subList(1, lines.size())) {
      int comma = line.indexOf(',');
      LocalDateTime time = LocalDateTime.parse(line.substring(0, comma), TIME);
      long timestamp = time.toInstant(ZoneOffset.UTC).toEpochMilli();
      if (count == 0 || timestamp > timestamps[count - 1]) {
        timestamps[count] = timestamp;
        values[count++] = Double.parseDouble(line.substring(comma + 1));
      }
    }
    String name = file.getFileName().toString();
    return new Series(name, Arrays.copyOf(timestamps, count), Arrays.copyOf(values, count));
  }
}
