package goku.codec;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.model.PointBuffer;
import goku.testkit.memory.LeakCheck;

/// A stream in its own memory.
final class StreamFixture implements AutoCloseable {
  final LeakCheck memory;
  final Blocks blocks;
  final GorillaWriter writer;
  final GorillaReader reader;
  final HistogramWriter histograms;
  final int stream;

  StreamFixture(long originMillis) {
    this(originMillis, 16 << 20);
  }

  StreamFixture(long originMillis, long budgetBytes) {
    memory = new LeakCheck(budgetBytes);
    blocks = new Blocks(memory.pool(), memory.use());
    writer = new GorillaWriter(blocks, originMillis);
    reader = new GorillaReader(blocks, originMillis);
    histograms = new HistogramWriter(writer, reader);
    stream = writer.create();
  }

  void append(long timestampMillis, double value) {
    if (!writer.append(stream, timestampMillis, value)) {
      throw new AssertionError("no memory");
    }
  }

  PointBuffer arrivals() {
    var points = new PointBuffer();
    reader.readArrivals(stream, points);
    return points;
  }

  PointBuffer sorted() {
    var points = new PointBuffer();
    reader.read(stream, points);
    return points;
  }

  /// Returns all bits of the stream in the order in which they were written.
  String bits() {
    long[] words = arrivals().scratch(0);
    int count =
        (int) blocks.segment(stream).get(JAVA_LONG, Blocks.offset(stream) + StreamLayout.PUBLISHED);
    var bits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      bits.append(words[i >> 6] >>> (63 - (i & 63)) & 1);
    }
    return bits.toString();
  }

  @Override
  public void close() {
    blocks.close();
    memory.close();
  }
}
