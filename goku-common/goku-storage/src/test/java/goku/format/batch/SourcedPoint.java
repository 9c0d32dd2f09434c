package goku.format.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.FormatLevel;
import goku.model.SeriesName;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// A datapoint of an input in tests of the batch format.
record SourcedPoint(BatchPoint point, int input, InputPosition position) {
  static final List<InputPartition> INPUTS =
      List.of(
          new InputPartition(new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L), 7, 300),
          new InputPartition(new UUID(-1, 1), 0, -1),
          new InputPartition(new UUID(-1, 1), Integer.MAX_VALUE, Integer.MAX_VALUE));

  static byte[] write(FormatLevel formats, List<InputPosition> from, List<SourcedPoint> points) {
    var writer = new BatchWriter(formats);
    for (int i = 0; i < from.size(); i++) {
      writer.input(INPUTS.get(i), from.get(i));
    }
    for (SourcedPoint point : points) {
      byte[] name = point.point.name().getBytes(UTF_8);
      writer.source(point.input, point.position.offset(), point.position.number());
      writer.add(SeriesName.ofCanonical(name), point.point.timestampMillis(), point.point.value());
    }
    return writer.toBytes();
  }

  static List<SourcedPoint> read(byte[] bytes) {
    var reader = new BatchReader();
    reader.open(bytes);
    SourceReader sources = reader.sources();
    List<SourcedPoint> points = new ArrayList<>();
    for (BatchPoint point : BatchPoint.read(bytes)) {
      sources.next();
      var position = new InputPosition(sources.offset(), sources.number());
      points.add(new SourcedPoint(point, sources.input(), position));
    }
    return points;
  }
}
