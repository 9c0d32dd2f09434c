package goku.format.bucket;

import static goku.format.bucket.BucketLayout.LONG;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// A cursor over the series of a bucket file and their names, as written by a `NameEncoder`. Valid
/// while the file is open. Owned by one thread.
public final class BucketSeriesCursor {
  private final MemorySegment file;
  private final int series;
  private int entry = -1;
  private long position;
  private long hash;
  private int[] terms = new int[16];
  private int count;

  BucketSeriesCursor(MemorySegment file, long offset, int series) {
    this.file = file;
    this.series = series;
    position = offset;
  }

  /// Moves to the next series. Returns false at the end.
  public boolean next() {
    if (entry + 1 >= series) {
      return false;
    }
    entry++;
    hash = file.get(LONG, position);
    position += Long.BYTES;
    long mask = varint();
    if (mask == 0) {
      whole();
    }
    while (mask != 0) { // the lowest bit is the last term
      long highest = Long.highestOneBit(mask);
      int term = count - 1 - Long.numberOfTrailingZeros(highest);
      int zigzag = (int) varint();
      terms[term] += (zigzag >>> 1) ^ -(zigzag & 1);
      mask ^= highest;
    }
    return true;
  }

  public int entry() {
    return entry;
  }

  /// Returns the hash of the canonical name.
  public long hash() {
    return hash;
  }

  /// Returns the terms, in the first `termCount()` entries: the number of the metric, then those of
  /// the pairs. The array is reused for the next name.
  public int[] terms() {
    return terms;
  }

  public int termCount() {
    return count;
  }

  private void whole() {
    count = (int) varint();
    if (terms.length < count) {
      terms = new int[count];
    }
    for (int i = 0; i < count; i++) {
      terms[i] = (int) varint();
    }
  }

  /// Reads a varint. Eight bytes can always be loaded, as other sections follow.
  private long varint() {
    long word = file.get(LONG, position);
    if ((word & 0x80) == 0) {
      position++;
      return word & 0x7F;
    }
    if ((word & 0x8000) == 0) {
      position += 2;
      return (word & 0x7F) | (word >>> 1 & 0x3F80);
    }
    return longVarint();
  }

  private long longVarint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = file.get(JAVA_BYTE, position++);
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
