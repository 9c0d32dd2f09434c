package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A handler that collects parsed datapoints as text.
final class Collected implements PointHandler {
  /// Integers at the ends of the 64-bit and of the double range, and the types that they get.
  static final String INTEGERS =
      """
      9223372036854775807,LONGS
      -9223372036854775807,LONGS
      -9223372036854775808,PLAIN
      9007199254740993,LONGS
      9007199254740992,PLAIN
      """;

  final List<String> points = new ArrayList<>();

  /// The type of each datapoint and its value as an integer.
  final List<String> integers = new ArrayList<>();

  final List<Rejection> rejections = new ArrayList<>();
  final List<String> sources = new ArrayList<>();

  @Override
  public @Nullable Rejection accept(Datapoint point) {
    points.add(text(point));
    integers.add(point.type() + " " + point.type().exact(point.word()));
    return null;
  }

  @Override
  public void rejected(Rejection rejection, byte[] source, int offset, int length) {
    rejections.add(rejection);
    sources.add(new String(source, offset, length, UTF_8));
  }

  static String text(Datapoint point) {
    return new String(point.metric(), 0, point.metricLength(), UTF_8)
        + new String(point.tags(), UTF_8)
        + " @"
        + point.timestampMillis()
        + " "
        + point.word();
  }

  List<Reason> reasons() {
    return rejections.stream().map(Rejection::reason).toList();
  }

  /// Returns a record within a larger array, as Kafka's client reads it.
  private static ByteBuffer surrounded(String text) {
    String before = "before 1 2\n ";
    byte[] all = (before + text + "\nafter 3 4").getBytes(UTF_8);
    return ByteBuffer.wrap(all, before.length(), text.getBytes(UTF_8).length).slice();
  }

  static Collected of(SeriesNameRules rules, String text) {
    var collected = new Collected();
    new PutRecordReader(rules, 65536).read(surrounded(text), collected);
    return collected;
  }
}
