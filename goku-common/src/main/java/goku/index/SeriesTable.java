package goku.index;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;

/// One record per series; no object of the heap.
///
/// The writer fills a record before it publishes the slot in the index, and does not change it
/// while a reader may know the slot, but for the last bucket, which only the writer reads.
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 8 | hash of the name |
/// | 8 | 8 | fingerprint of the name |
/// | 16 | 4 | term of the metric |
/// | 20 | 4 | where the terms of the tags are, ascending by key, 4 bytes each |
/// | 24 | 2 | number of tags |
/// | 28 | 4 | number of the last bucket that has data of it; the largest int when the slot is free |
public final class SeriesTable {
  private static final int HASH = 0;
  private static final int FINGERPRINT = 8;
  private static final int METRIC = 16;
  private static final int TAGS = 20;
  private static final int TAG_COUNT = 24;
  private static final int LAST_BUCKET = 28;
  private static final int RECORD_BYTES = 32;
  private static final int PAGE_SHIFT = 11;

  private final Blocks blocks;
  private final RecordTable records;

  SeriesTable(Blocks blocks) {
    this.blocks = blocks;
    records = new RecordTable(blocks, Purpose.SERIES, RECORD_BYTES, PAGE_SHIFT);
  }

  /// Fills the record of a free slot. False when there is no memory.
  boolean add(int slot, long hash, long fingerprint, int metric, int[] tags, int tagCount) {
    MemorySegment page = records.pageForWriting(slot);
    int block =
        page == null || tagCount == 0
            ? Blocks.NONE
            : blocks.allocate(tagCount * Integer.BYTES, Purpose.NAMES);
    if (page == null || (block == Blocks.NONE && tagCount > 0)) {
      return false;
    }
    if (tagCount > 0) {
      MemorySegment.copy(tags, 0, blocks.segment(block), JAVA_INT, Blocks.offset(block), tagCount);
    }
    long at = records.offset(slot);
    page.set(JAVA_LONG, at + HASH, hash);
    page.set(JAVA_LONG, at + FINGERPRINT, fingerprint);
    page.set(JAVA_INT, at + METRIC, metric);
    page.set(JAVA_INT, at + TAGS, block);
    page.set(JAVA_SHORT, at + TAG_COUNT, (short) tagCount);
    page.set(JAVA_INT, at + LAST_BUCKET, Integer.MIN_VALUE);
    return true;
  }

  /// Gives the record's memory back when no reader can know the slot any more.
  void free(int slot) {
    int tagCount = tagCount(slot);
    if (tagCount > 0) {
      int block = page(slot).get(JAVA_INT, records.offset(slot) + TAGS);
      blocks.free(block, tagCount * Integer.BYTES, Purpose.NAMES);
    }
  }

  /// Marks the slot for the writer as not in use, while readers may still read the record's names.
  void setFree(int slot) {
    page(slot).set(JAVA_INT, records.offset(slot) + LAST_BUCKET, Integer.MAX_VALUE);
  }

  /// The hash of the canonical name.
  public long hash(int slot) {
    return page(slot).get(JAVA_LONG, records.offset(slot) + HASH);
  }

  boolean is(int slot, long hash, long fingerprint) {
    MemorySegment page = page(slot);
    long at = records.offset(slot);
    return page.get(JAVA_LONG, at + HASH) == hash
        && page.get(JAVA_LONG, at + FINGERPRINT) == fingerprint;
  }

  /// The term of the metric.
  public int metric(int slot) {
    return page(slot).get(JAVA_INT, records.offset(slot) + METRIC);
  }

  public int tagCount(int slot) {
    return Short.toUnsignedInt(page(slot).get(JAVA_SHORT, records.offset(slot) + TAG_COUNT));
  }

  /// The term of the n-th tag, ascending by key.
  public int tag(int slot, int n) {
    int block = page(slot).get(JAVA_INT, records.offset(slot) + TAGS);
    return blocks.segment(block).get(JAVA_INT, Blocks.offset(block) + (long) n * Integer.BYTES);
  }

  /// Writes the terms of all tags, ascending by key, to the array, if it is long enough. Returns
  /// how many there are.
  public int tags(int slot, int[] into) {
    int count = tagCount(slot);
    if (count > 0 && count <= into.length) {
      int block = page(slot).get(JAVA_INT, records.offset(slot) + TAGS);
      MemorySegment.copy(blocks.segment(block), JAVA_INT, Blocks.offset(block), into, 0, count);
    }
    return count;
  }

  /// Notes that a bucket has data of the series. Writer only, as is `lastBucket`.
  public void touch(int slot, int bucket) {
    MemorySegment page = page(slot);
    long at = records.offset(slot) + LAST_BUCKET;
    if (page.get(JAVA_INT, at) < bucket) {
      page.set(JAVA_INT, at, bucket);
    }
  }

  /// Notes which bucket is the last with data of the series after some went; the smallest int for
  /// none. Writer only.
  public void setLastBucket(int slot, int bucket) {
    page(slot).set(JAVA_INT, records.offset(slot) + LAST_BUCKET, bucket);
  }

  int lastBucket(int slot) {
    return page(slot).get(JAVA_INT, records.offset(slot) + LAST_BUCKET);
  }

  private MemorySegment page(int slot) {
    MemorySegment page = records.page(slot);
    if (page == null) {
      throw new IllegalStateException("no series has the slot " + slot);
    }
    return page;
  }
}
