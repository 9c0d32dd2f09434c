package goku.index;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;

/// An off-heap table with one record per series.
///
/// The writer fills a record before it publishes the slot in the index. It does not change the
/// record while a reader may use the slot, except for the last bucket, which only the writer reads.
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 8 | hash of the name |
/// | 8 | 8 | fingerprint of the name |
/// | 16 | 4 | handle of the `TermList` of the name |
/// | 20 | 4 | number of the last bucket with data of the series; the largest int for a free slot |
public final class SeriesTable {
  private static final int HASH = 0;
  private static final int FINGERPRINT = 8;
  private static final int TERMS = 16;
  private static final int LAST_BUCKET = 20;
  private static final int RECORD_BYTES = 24;
  private static final int PAGE_SHIFT = 11;

  private final Blocks blocks;
  private final RecordTable records;

  SeriesTable(Blocks blocks) {
    this.blocks = blocks;
    records = new RecordTable(blocks, Purpose.SERIES, RECORD_BYTES, PAGE_SHIFT);
  }

  /// Fills the record of a free slot. Returns false when memory is full.
  boolean add(int slot, long hash, long fingerprint, int metric, int[] tags, int tagCount) {
    MemorySegment page = records.pageForWriting(slot);
    int width = TermList.width(metric, tags, tagCount);
    int block =
        page == null
            ? Blocks.NONE
            : blocks.allocate(TermList.bytes(width, tagCount), Purpose.NAMES);
    if (page == null || block == Blocks.NONE) {
      return false;
    }
    MemorySegment segment = blocks.segment(block);
    TermList.write(segment, Blocks.offset(block), metric, tags, tagCount, width);
    long at = records.offset(slot);
    page.set(JAVA_LONG, at + HASH, hash);
    page.set(JAVA_LONG, at + FINGERPRINT, fingerprint);
    page.set(JAVA_INT, at + TERMS, block);
    page.set(JAVA_INT, at + LAST_BUCKET, Integer.MIN_VALUE);
    return true;
  }

  /// Frees the memory of the record. No reader may use the slot.
  void free(int slot) {
    int block = terms(slot);
    int bytes = TermList.bytes(blocks.segment(block), Blocks.offset(block));
    blocks.free(block, bytes, Purpose.NAMES);
  }

  /// Marks the slot as free for the writer. Readers may still read the names in the record.
  void setFree(int slot) {
    page(slot).set(JAVA_INT, records.offset(slot) + LAST_BUCKET, Integer.MAX_VALUE);
  }

  /// Returns the hash of the canonical name.
  public long hash(int slot) {
    return page(slot).get(JAVA_LONG, records.offset(slot) + HASH);
  }

  /// Returns whether the slot, which may be any number, belongs to a live series with this hash and
  /// fingerprint. Writer only.
  boolean isLive(int slot, long hash, long fingerprint) {
    MemorySegment page = records.page(slot);
    if (page == null) {
      return false;
    }
    long at = records.offset(slot);
    return isAt(page, at, hash, fingerprint)
        && page.get(JAVA_INT, at + LAST_BUCKET) != Integer.MAX_VALUE;
  }

  boolean is(int slot, long hash, long fingerprint) {
    return isAt(page(slot), records.offset(slot), hash, fingerprint);
  }

  private static boolean isAt(MemorySegment page, long at, long hash, long fingerprint) {
    return page.get(JAVA_LONG, at + HASH) == hash
        && page.get(JAVA_LONG, at + FINGERPRINT) == fingerprint;
  }

  /// Returns the term of the metric.
  public int metric(int slot) {
    int block = terms(slot);
    return TermList.metric(blocks.segment(block), Blocks.offset(block));
  }

  public int tagCount(int slot) {
    int block = terms(slot);
    return TermList.count(blocks.segment(block), Blocks.offset(block));
  }

  /// Returns the term of the n-th tag, ascending by key. `tags` is faster for all tags.
  public int tag(int slot, int n) {
    int block = terms(slot);
    return TermList.tag(blocks.segment(block), Blocks.offset(block), n);
  }

  /// Writes the terms of all tags, ascending by key, to the array, if it is long enough. Returns
  /// the number of tags.
  public int tags(int slot, int[] into) {
    int block = terms(slot);
    return TermList.tags(blocks.segment(block), Blocks.offset(block), into);
  }

  /// Records that a bucket has data of the series. Writer only, as is `lastBucket`.
  public void touch(int slot, int bucket) {
    MemorySegment page = page(slot);
    long at = records.offset(slot) + LAST_BUCKET;
    if (page.get(JAVA_INT, at) < bucket) {
      page.set(JAVA_INT, at, bucket);
    }
  }

  /// Sets the last bucket with data of the series after data was removed; the smallest int for
  /// none. Writer only.
  public void setLastBucket(int slot, int bucket) {
    page(slot).set(JAVA_INT, records.offset(slot) + LAST_BUCKET, bucket);
  }

  int lastBucket(int slot) {
    return page(slot).get(JAVA_INT, records.offset(slot) + LAST_BUCKET);
  }

  private int terms(int slot) {
    return page(slot).get(JAVA_INT, records.offset(slot) + TERMS);
  }

  private MemorySegment page(int slot) {
    MemorySegment page = records.page(slot);
    if (page == null) {
      throw new IllegalStateException("cannot read record: no series has slot=" + slot);
    }
    return page;
  }
}
