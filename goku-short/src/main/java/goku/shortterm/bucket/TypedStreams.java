package goku.shortterm.bucket;

import goku.codec.GorillaReader;
import goku.codec.GorillaWriter;
import goku.codec.HistogramWriter;
import goku.memory.Blocks;
import goku.model.PointBuffer;
import goku.model.ValueType;

/// The types of the streams of a part. A stream becomes one of 64-bit integers at the first wide
/// integer if all its values are integers, and one of doubles at the first other value. So each
/// changes twice at most. Owned by the writer.
final class TypedStreams {
  private final GorillaWriter writer;
  private final GorillaReader reader;
  private final HistogramWriter histograms;
  private final PointBuffer arrivals = new PointBuffer();

  /// True if a stream is, or was, of 64-bit integers.
  private boolean hasLongs;

  TypedStreams(GorillaWriter writer, GorillaReader reader) {
    this.writer = writer;
    this.reader = reader;
    histograms = new HistogramWriter(writer, reader);
  }

  /// Returns whether a plain value may need `append`.
  boolean hasLongs() {
    return hasLongs;
  }

  /// Reports that a stream of this type was restored.
  void restored(ValueType type) {
    hasLongs |= type == ValueType.LONGS;
  }

  /// Appends a datapoint to a stream. Returns the stream, or one of another type that replaces it.
  /// Returns `Blocks.NONE`, and changes no datapoint, if there is no memory.
  ///
  /// @param word the value in the form of its type
  int append(int stream, long timestampMillis, double word, ValueType type) {
    return writer.type(stream) == ValueType.LONGS
        ? appendToLongs(stream, timestampMillis, word, type)
        : appendToDoubles(stream, timestampMillis, word, type);
  }

  private int appendToLongs(int longs, long millis, double word, ValueType type) {
    return type.holdsInteger(word)
        ? plainly(longs, millis, ValueType.word(type.exact(word)))
        : toCopy(longs, ValueType.DOUBLES, millis, word);
  }

  private int appendToDoubles(int stream, long millis, double word, ValueType type) {
    if (type == ValueType.PLAIN) {
      return plainly(stream, millis, word);
    }
    if (type == ValueType.LONGS
        && writer.type(stream) == ValueType.PLAIN
        && hasOnlyIntegers(stream)) {
      return toCopy(stream, ValueType.LONGS, millis, word);
    }
    writer.setDoubles(stream); // also so that its values are not read for the next wide integer
    return plainly(stream, millis, type.value(word));
  }

  private int plainly(int stream, long millis, double word) {
    return writer.append(stream, millis, word) ? stream : Blocks.NONE;
  }

  private boolean hasOnlyIntegers(int stream) {
    arrivals.clear();
    reader.readArrivals(stream, arrivals);
    return arrivals.isIntegers();
  }

  private int toCopy(int stream, ValueType type, long millis, double word) {
    arrivals.clear();
    reader.readArrivals(stream, arrivals);
    int copy = create(arrivals, type);
    if (copy == Blocks.NONE || writer.append(copy, millis, word)) {
      return copy;
    }
    writer.free(copy);
    return Blocks.NONE;
  }

  /// Returns the writer of streams of histograms.
  HistogramWriter histograms() {
    return histograms;
  }

  /// Creates a stream of a type with these datapoints. Returns `Blocks.NONE` if there is no memory.
  int create(PointBuffer points, ValueType type) {
    if (type == ValueType.HISTOGRAMS) {
      return createForHistograms(points);
    }
    int stream = writer.create();
    if (stream == Blocks.NONE) {
      return Blocks.NONE;
    }
    if (type == ValueType.LONGS) {
      writer.setLongs(stream);
      hasLongs = true;
    } else if (type == ValueType.DOUBLES) {
      writer.setDoubles(stream);
    }
    double[] values = points.values();
    for (int i = 0; i < points.size(); i++) {
      double word = type == ValueType.LONGS ? ValueType.word(points.integer(i)) : values[i];
      if (!writer.append(stream, points.timestamps()[i], word)) {
        writer.free(stream);
        return Blocks.NONE;
      }
    }
    return stream;
  }

  private int createForHistograms(PointBuffer points) {
    int stream = histograms.create();
    for (int i = 0; stream != Blocks.NONE && i < points.size(); i++) {
      byte[] bytes = points.histograms().bytes(points.histogram(i));
      if (!histograms.append(stream, points.timestamps()[i], bytes, 0, bytes.length)) {
        writer.free(stream);
        stream = Blocks.NONE;
      }
    }
    return stream;
  }
}
