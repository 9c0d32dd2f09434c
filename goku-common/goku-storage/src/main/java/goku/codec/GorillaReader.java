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
import java.lang.foreign.MemorySegment;

/// Reads the streams of one bucket while a `GorillaWriter` may append to them. Thread-safe; the
/// caller keeps the bucket from being freed meanwhile.
public final class GorillaReader {
  private final Blocks blocks;
  private final long originMillis;

  public GorillaReader(Blocks blocks, long originMillis) {
    this.blocks = blocks;
    this.originMillis = originMillis;
  }

  /// The number of datapoints in a stream, arrivals of the same timestamp counted one by one.
  public int count(int stream) {
    long published =
        (long) LONG.getAcquire(blocks.segment(stream), Blocks.offset(stream) + PUBLISHED);
    return (int) (published >>> 32);
  }

  /// The bytes of the chunks that a stream lies in.
  public int bytes(int stream) {
    long published =
        (long) LONG.getAcquire(blocks.segment(stream), Blocks.offset(stream) + PUBLISHED);
    int words = (int) ((published & 0xFFFF_FFFFL) >>> 6); // the unfinished one is in the header
    int bytes = StreamLayout.FIRST_CHUNK_BYTES;
    for (int capacity = FIRST_WORDS; capacity < words; ) {
      int chunk = StreamLayout.nextChunkBytes(capacity);
      bytes += chunk;
      capacity += StreamLayout.words(chunk);
    }
    return bytes;
  }

  /// Appends the datapoints of a stream to the buffer as they arrived: perhaps not ascending, and
  /// perhaps several with one timestamp. Returns whether that is so.
  public boolean readArrivals(int stream, PointBuffer into) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    long published = (long) LONG.getAcquire(header, at + PUBLISHED);
    int count = (int) (published >>> 32);
    if (count == 0) {
      return false;
    }
    boolean mixed = (header.get(JAVA_BYTE, at + FLAGS) & NOT_ASCENDING) != 0;
    int lastWord = (int) ((published & 0xFFFF_FFFFL) >>> 6);
    long[] words = into.scratch(lastWord + 2);
    copyWords(header, at, lastWord, words);
    int size = into.size();
    into.ensureRoom(count);
    GorillaDecoder.decode(words, originMillis, count, into.timestamps(), into.values(), size);
    into.setSize(size + count);
    return mixed;
  }

  /// Appends the datapoints of a stream to the buffer in ascending order, of those with the same
  /// timestamp the last that arrived.
  public void read(int stream, PointBuffer into) {
    int from = into.size();
    if (readArrivals(stream, into)) {
      ArrivalOrder.sortKeepingLast(into, from);
    }
  }

  /// Copies a prefix of a stream, and the state that the writer had behind it; takes some
  /// nanoseconds for each datapoint. False, and the image is undefined, when the stream is empty.
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
    StateWalker.walk(into, originMillis);
    return true;
  }

  /// Loads from the two cache lines that hold the header and the first words.
  public long touch(int stream) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    return header.get(JAVA_LONG, at + PUBLISHED) + header.get(JAVA_LONG, at + HEADER_BYTES);
  }

  /// Loads from the first cache line of the second chunk, if there is one; the header is near by
  /// now.
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

  /// Copies the words 0 to `lastWord`, of which the last may be unfinished. The counterpart is
  /// `GorillaWriter.publish`.
  private void copyWords(MemorySegment header, long at, int lastWord, long[] words) {
    long tail = (long) LONG.getAcquire(header, at + TAIL);
    int flushed = (int) INT.getAcquire(header, at + FLUSHED);
    int wanted = flushed > lastWord ? lastWord + 1 : lastWord;
    words[lastWord] = tail;
    int copied = Math.min(wanted, FIRST_WORDS);
    for (int i = 0; i < copied; i++) { // so few that a call to copy them takes longer
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
