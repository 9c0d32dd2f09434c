package goku.codec;

import static goku.codec.StreamLayout.DELTA;
import static goku.codec.StreamLayout.FIRST_CHUNK_BYTES;
import static goku.codec.StreamLayout.FIRST_LINK;
import static goku.codec.StreamLayout.FIRST_WORDS;
import static goku.codec.StreamLayout.FLUSHED;
import static goku.codec.StreamLayout.HEADER_BYTES;
import static goku.codec.StreamLayout.LAST_CHUNK;
import static goku.codec.StreamLayout.LINK_BYTES;
import static goku.codec.StreamLayout.NO_WIDTH;
import static goku.codec.StreamLayout.ONE_WORD;
import static goku.codec.StreamLayout.PLACE;
import static goku.codec.StreamLayout.PUBLISHED;
import static goku.codec.StreamLayout.STATE;
import static goku.codec.StreamLayout.TAIL;
import static goku.codec.StreamLayout.TIMESTAMP;
import static goku.codec.StreamLayout.TRAILING;
import static goku.codec.StreamLayout.VALUE;
import static goku.codec.StreamLayout.WIDTH_SHIFT;
import static goku.memory.Blocks.UNCHECKED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.memory.Purpose;
import java.lang.foreign.MemorySegment;

/// The allocation, linking and freeing of the chunks of streams. Owned by the writer's thread.
final class StreamChunks {
  /// The result when memory is full.
  static final long NO_PLACE = 0;

  private final Blocks blocks;

  StreamChunks(Blocks blocks) {
    this.blocks = blocks;
  }

  /// Creates an empty stream and returns its handle, or `Blocks.NONE` when memory is full.
  int create(long originMillis) {
    int stream = blocks.allocate(FIRST_CHUNK_BYTES, Purpose.STREAMS);
    if (stream != Blocks.NONE) {
      long at = blocks.address(stream);
      UNCHECKED.set(JAVA_LONG, at + PUBLISHED, 0);
      UNCHECKED.set(JAVA_LONG, at + TAIL, 0);
      UNCHECKED.set(JAVA_INT, at + FLUSHED, 0);
      UNCHECKED.set(JAVA_INT, at + LAST_CHUNK, stream);
      UNCHECKED.set(JAVA_LONG, at + TIMESTAMP, originMillis);
      UNCHECKED.set(JAVA_LONG, at + DELTA, 0);
      UNCHECKED.set(JAVA_LONG, at + VALUE, 0);
      UNCHECKED.set(JAVA_LONG, at + PLACE, place(at, HEADER_BYTES, FIRST_WORDS));
      UNCHECKED.set(STATE, at + TRAILING, NO_WIDTH << WIDTH_SHIFT);
      UNCHECKED.set(JAVA_INT, at + FIRST_LINK, Blocks.NONE);
    }
    return stream;
  }

  /// Adds a chunk to a stream whose chunks are full. Returns the place of its first word, which the
  /// caller must store. Returns `NO_PLACE`, and changes nothing, when memory is full.
  ///
  /// @param words number of words in the chunks of the stream
  long grow(int stream, int words) {
    int bytes = StreamLayout.nextChunkBytes(words);
    int added = blocks.allocate(bytes, Purpose.STREAMS);
    if (added == Blocks.NONE) {
      return NO_PLACE;
    }
    long at = blocks.address(stream) + LAST_CHUNK;
    int last = UNCHECKED.get(JAVA_INT, at);
    long link = blocks.address(last) + (last == stream ? FIRST_LINK : 0);
    UNCHECKED.set(JAVA_INT, link, added);
    UNCHECKED.set(JAVA_INT, at, added);
    return place(blocks.address(added), LINK_BYTES, StreamLayout.words(bytes));
  }

  /// Copies the finished words of an image to the chunks of a new stream, which get the sizes that
  /// appending would have made. Returns false when memory is full. The stream then keeps the chunks
  /// allocated so far.
  boolean copyWords(StreamImage image, int stream) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream) + PLACE;
    long place = header.get(JAVA_LONG, at);
    int finished = image.finishedWords();
    for (int copied = 0; copied < finished; ) {
      if (place < ONE_WORD) {
        place = grow(stream, copied);
        if (place == NO_PLACE) {
          return false;
        }
      }
      int part = Math.min(finished - copied, (int) (place / ONE_WORD));
      long to = Blocks.address(place);
      MemorySegment.copy(image.words(), copied, UNCHECKED, JAVA_LONG, to, part);
      copied += part;
      place += part * (1 - ONE_WORD);
    }
    header.set(JAVA_LONG, at, place);
    return true;
  }

  void free(int stream) {
    MemorySegment header = blocks.segment(stream);
    long at = Blocks.offset(stream);
    int last = header.get(JAVA_INT, at + LAST_CHUNK);
    int next = header.get(JAVA_INT, at + FIRST_LINK);
    blocks.free(stream, FIRST_CHUNK_BYTES, Purpose.STREAMS);
    int words = FIRST_WORDS;
    for (int chunk = stream; chunk != last; ) {
      chunk = next;
      next = blocks.segment(chunk).get(JAVA_INT, Blocks.offset(chunk));
      int bytes = StreamLayout.nextChunkBytes(words);
      blocks.free(chunk, bytes, Purpose.STREAMS);
      words += StreamLayout.words(bytes);
    }
  }

  private static long place(long chunk, int headBytes, int room) {
    return room * ONE_WORD | (chunk + headBytes) / Long.BYTES;
  }
}
