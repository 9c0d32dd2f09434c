package goku.format.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.FormatLevel;
import goku.model.SeriesName;
import java.util.ArrayList;
import java.util.List;

/// A datapoint in tests of the batch format.
record BatchPoint(String name, long timestampMillis, double value) {
  /// Writes version 3.
  static byte[] write(List<BatchPoint> points) {
    var writer = new BatchWriter(FormatLevel.fixed(BatchLayout.INPUT_LEVEL - 1));
    for (BatchPoint point : points) {
      byte[] name = point.name.getBytes(UTF_8);
      writer.add(SeriesName.ofCanonical(name), point.timestampMillis, point.value);
    }
    return writer.toBytes();
  }

  static List<BatchPoint> read(byte[] bytes) {
    var reader = new BatchReader();
    reader.open(bytes);
    List<BatchPoint> points = new ArrayList<>();
    while (reader.nextSeries()) {
      var name = new String(reader.name(), UTF_8);
      while (reader.nextPoint()) {
        points.add(new BatchPoint(name, reader.timestamp(), reader.value()));
      }
    }
    return points;
  }
}
