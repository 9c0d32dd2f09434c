package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The full name of a time series: a metric and its tags (section 2 of the paper).
///
/// Its canonical bytes are the UTF-8 of `metric key=value key=value`, with one blank between the
/// components and the tags ascending by the bytes of their keys. Two names are the same series if
/// and only if their canonical bytes are equal. The order in which tags were written does not
/// matter. The ingestor guarantees that components have no blank and keys no `=`.
public final class SeriesName {
  private final byte[] bytes;
  private final int metricLength;
  private final long hash;

  private SeriesName(byte[] bytes, int metricLength) {
    this.bytes = bytes;
    this.metricLength = metricLength;
    long tagsHash = NameHash.of(bytes, metricLength, bytes.length - metricLength);
    this.hash = NameHash.ofSeries(NameHash.of(bytes, 0, metricLength), tagsHash);
  }

  /// Creates a name from canonical bytes. The array is not copied and must not change.
  public static SeriesName ofCanonical(byte[] bytes) {
    return new SeriesName(bytes, endOfComponent(bytes, 0, bytes.length));
  }

  /// Returns the end of the metric in canonical bytes: the first blank from `offset` on, or `end`.
  public static int endOfMetric(byte[] bytes, int offset, int end) {
    return endOfComponent(bytes, offset, end);
  }

  private static int endOfComponent(byte[] bytes, int offset, int end) {
    int at = offset;
    while (at < end && bytes[at] != ' ') {
      at++;
    }
    return at;
  }

  public static SeriesName of(String metric, Map<String, String> tags) {
    var sorted = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    tags.forEach((key, value) -> sorted.put(NameText.bytes(key), NameText.bytes(value)));
    var name = new ByteArrayOutputStream();
    name.writeBytes(NameText.bytes(metric));
    sorted.forEach(
        (key, value) -> {
          name.write(' ');
          name.writeBytes(key);
          name.write('=');
          name.writeBytes(value);
        });
    return ofCanonical(name.toByteArray());
  }

  /// Returns the series of another metric with the same tags.
  public SeriesName ofMetric(String metric) {
    byte[] begin = NameText.bytes(metric);
    byte[] name = Arrays.copyOf(begin, begin.length + bytes.length - metricLength);
    System.arraycopy(bytes, metricLength, name, begin.length, bytes.length - metricLength);
    return ofCanonical(name);
  }

  /// Returns the canonical bytes, not a copy: do not write to them.
  public byte[] bytes() {
    return bytes;
  }

  public int metricLength() {
    return metricLength;
  }

  /// Returns a copy of the canonical bytes after the metric.
  public byte[] tagBytes() {
    return Arrays.copyOfRange(bytes, metricLength, bytes.length);
  }

  public long hash() {
    return hash;
  }

  /// Returns the hash of the metric, which decides the shard group.
  public long metricHash() {
    return NameHash.of(bytes, 0, metricLength);
  }

  public String metric() {
    return NameText.text(bytes, 0, metricLength);
  }

  /// Returns the tags, ascending by key.
  public List<Tag> tags() {
    List<Tag> tags = new ArrayList<>();
    if (metricLength == bytes.length) {
      return tags;
    }
    for (int start = metricLength + 1; start <= bytes.length; ) {
      int end = endOfComponent(bytes, start, bytes.length);
      String pair = NameText.text(bytes, start, end - start);
      int equals = pair.indexOf('=');
      tags.add(new Tag(pair.substring(0, equals), pair.substring(equals + 1)));
      start = end + 1;
    }
    return tags;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SeriesName that
        && hash == that.hash
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }

  /// Returns the canonical bytes as text, with blanks between the components.
  @Override
  public String toString() {
    return new String(bytes, UTF_8);
  }
}
