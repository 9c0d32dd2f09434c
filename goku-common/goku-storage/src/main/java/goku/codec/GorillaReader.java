package goku.codec;

import static goku.codec.StreamLayout.FIRST_LINK;
import static goku.codec.StreamLayout.FIRST_WORDS;
import static goku.codec.StreamLayout.FLAGS;
import static goku.codec.StreamLayout.FLUSHED;
import static goku.codec.StreamLayout.HEADER_BYTES;
import static goku.codec.StreamLayout.INT;
import static goku.codec.StreamLayout.LINK_BYTES;
import static goku.codec.StreamLayout.LONG;
import static goku.codec.StreamLayout.NOT_ASCENDING;
import static goku.codec.StreamLayout.PUBLISHED;
import static goku.codec.StreamLayout.TAIL;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.model.PointBuffer;
import goku.model.ValueType;
import java.lang.foreign.MemorySegment;

/// A reader of the streams of one bucket, while a `GorillaWriter` may append to them. Thread-safe.
/// The caller must keep the bucket from being freed.
public final class GorillaReader {
  private final Blocks blocks;
  private final long originMillis;

  public GorillaReader(Blocks blocks, long originMillis) {
    this.blocks = blocks;
    this.originMillis = originMillis;
  }

  /// Returns the number of datapoints in a stream. Arrivals with the same timestamp count
  /// separately.
  public int count(int stream) {
    long published =
        (long) LONG.getAcquire(blocks.segment(stream), Blocks.offset(stream) + PUBLISHED);
    return (int) (published >>> 32);
  }

  /// Returns the bytes of the chunks of a stream.
  public int bytes(int stream) {
    long published =
        (long) LONG.getAcquire(blocks.segment(stream), Blocks.offset(stream) + PUBLISHED);
    int words = (int) ((published & 0xFFFF_FFFFL) >>> 6); // the unfinished word is in the header
    int bytes = StreamLayout.FIRST_CHUNK_BYTES;
    for (int capacity = FIRST_WORDS; capacity < words; ) {
      int chunk = StreamLayout.nextChunkBytes(capacity);
      bytes += chunk;
      capacity += StreamLayout.words(chunk);
    }
    return bytes;
  }

  /// Appends the datapoints of a stream to the buffer in arrival order. Returns whether timestamps
  /// may not ascend strictly.
  public boolean readArrivals(int stream, PointBuffer into) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long published = (long) LONG.getAcquire(header, at + PUBLISHED);
    int count = (int) (published >>> 32);
    if (count == 0) {
      return false;
    }
    int flags = header.get(JAVA_BYTE, at + FLAGS);
    int lastWord = (int) ((published & 0xFFFF_FFFFL) >>> 6);
    long[] words = into.scratch(lastWord + 2);
    copyWords(header, at, lastWord, words);
    int size = into.size();
    into.ensureRoom(count);
    GorillaDecoder.decode(words, originMillis, count, into.timestamps(), into.words(), size);
    into.setSize(size + count);
    ValueType type = StreamLayout.type(flags);
    boolean unsorted =
        type == ValueType.HISTOGRAMS
            ? HistogramWords.join(into, size)
            : (flags & NOT_ASCENDING) != 0;
    into.join(type, size);
    return unsorted;
  }

  /// Replaces the content of the buffer by the first datapoints of a stream, in arrival order and
  /// without a type: of histograms, by their words. Writer only.
  void readFirst(int stream, int most, PointBuffer into) {
    into.clear();
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long published = (long) LONG.getAcquire(header, at + PUBLISHED);
    int count = Math.min(most, (int) (published >>> 32));
    long bits = Math.min(published & 0xFFFF_FFFFL, (long) count * GorillaLayout.MAX_POINT_BITS);
    int lastWord = (int) (bits >>> 6);
    long[] words = into.scratch(lastWord + 2);
    copyWords(header, at, lastWord, words);
    into.ensureRoom(count);
    GorillaDecoder.decode(words, originMillis, count, into.timestamps(), into.words(), 0);
    into.setSize(count);
  }

  /// Appends the datapoints of a stream to the buffer in ascending order. Of datapoints with the
  /// same timestamp, the last arrival is kept.
  public void read(int stream, PointBuffer into) {
    int from = into.size();
    if (readArrivals(stream, into)) {
      ArrivalOrder.sortKeepingLast(into, from);
    }
  }

  /// Copies a prefix of a stream with the writer's state at its end, in some nanoseconds per
  /// datapoint. Returns false, with an undefined image, if the stream is empty.
  public boolean image(int stream, StreamImage into) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long published = (long) LONG.getAcquire(header, at + PUBLISHED);
    int count = (int) (published >>> 32);
    if (count == 0) {
      return false;
    }
    long[] words = into.begin(count, published & 0xFFFF_FFFFL);
    copyWords(header, at, into.finishedWords(), words);
    into.cutTail();
    StateWalker.walk(into, originMillis, header.get(JAVA_BYTE, at + FLAGS));
    return true;
  }

  /// Loads the two cache lines that hold the header and the first words.
  public long touch(int stream) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    return header.get(JAVA_LONG, at + PUBLISHED) + header.get(JAVA_LONG, at + HEADER_BYTES);
  }

  /// Loads the first cache line of the second chunk, if there is one. The header should be cached.
  public long touchSecond(int stream) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long published = (long) LONG.getAcquire(header, at + PUBLISHED);
    boolean more = (published & 0xFFFF_FFFFL) >>> 6 > FIRST_WORDS;
    if (!more) {
      return 0;
    }
    int chunk = header.get(JAVA_INT, at + FIRST_LINK);
    return blocks.segment(chunk).get(JAVA_LONG, Blocks.offset(chunk));
  }

  /// Copies the words 0 to `lastWord`, the last of which may be unfinished. The counterpart is
  /// `GorillaWriter.publish`.
  private void copyWords(MemorySegment header, long at, int lastWord, long[] words) {
    long tail = (long) LONG.getAcquire(header, at + TAIL);
    int flushed = (int) INT.getAcquire(header, at + FLUSHED);
    int wanted = flushed > lastWord ? lastWord + 1 : lastWord;
    words[lastWord] = tail;
    int copied = Math.min(wanted, FIRST_WORDS);
    for (int i = 0; i < copied; i++) { // too few for a bulk copy to pay
      words[i] = header.get(JAVA_LONG, at + HEADER_BYTES + (long) i * Long.BYTES);
    }
    int capacity = FIRST_WORDS;
    long link = at + FIRST_LINK;
    MemorySegment segment = header;
    while (copied < wanted) {
      int chunk = segment.get(JAVA_INT, link);
      int chunkWords = StreamLayout.words(StreamLayout.nextChunkBytes(capacity));
      capacity += chunkWords;
      segment = blocks.segment(chunk);
      link = Blocks.offset(chunk);
      int part = Math.min(wanted - copied, chunkWords);
      MemorySegment.copy(segment, JAVA_LONG, link + LINK_BYTES, words, copied, part);
      copied += part;
    }
  }
}
