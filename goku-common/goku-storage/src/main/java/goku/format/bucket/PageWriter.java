package goku.format.bucket;

import static goku.format.bucket.BucketLayout.PAGE_BYTES;

import goku.codec.block.ValueDecoder;
import goku.format.PartFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// A writer of consecutive blocks into pages, with one page in memory. Owned by one thread.
final class PageWriter {
  private final PartFile file;
  private final long offset;
  private final long maxBlockOffset;
  private final byte[] page = new byte[PAGE_BYTES];
  private int used;
  private long flushed;
  private final CRC32C crc = new CRC32C();
  private int[] checksums = new int[16];
  private int pages;
  private byte[] readBack = {};

  PageWriter(PartFile file, long offset, long maxBlockOffset) {
    this.file = file;
    this.offset = offset;
    this.maxBlockOffset = maxBlockOffset;
  }

  /// Appends a block. Returns its offset in the section, unsigned.
  int append(byte[] block, int length) throws IOException {
    long at = flushed + used;
    if (at > maxBlockOffset) {
      throw new IllegalStateException(
          "cannot add a block at offset=%d: the largest offset in a bucket is %d; use more shards"
              .formatted(at, maxBlockOffset));
    }
    put(block, length);
    return (int) at;
  }

  /// Returns whether a previously written block begins with these bytes.
  boolean begins(int block, byte[] bytes, int length) throws IOException {
    long at = Integer.toUnsignedLong(block);
    if (at + length > flushed + used) {
      return false;
    }
    int onDisk = Math.clamp(flushed - at, 0, length);
    if (onDisk > 0 && !isOnDisk(at, bytes, onDisk)) {
      return false;
    }
    int from = (int) Math.max(at - flushed, 0);
    return Arrays.equals(page, from, from + length - onDisk, bytes, onDisk, length);
  }

  private boolean isOnDisk(long at, byte[] bytes, int length) throws IOException {
    if (readBack.length < length) {
      readBack = new byte[length];
    }
    file.read(ByteBuffer.wrap(readBack, 0, length), offset + at);
    return Arrays.equals(readBack, 0, length, bytes, 0, length);
  }

  /// Writes the last page, padded with zeros for decoders that read ahead, and returns the section
  /// of the pages.
  Section finish() throws IOException {
    long blocks = flushed + used;
    long length = BucketLayout.align(blocks + ValueDecoder.READ_AHEAD_BYTES);
    put(new byte[(int) (length - blocks)], (int) (length - blocks));
    if (used > 0) {
      flush();
    }
    return new Section(offset, length, 0);
  }

  /// Writes the checksums of all pages.
  void writeChecksums(SectionWriter section) throws IOException {
    for (int i = 0; i < pages; i++) {
      section.putInt(checksums[i]);
    }
  }

  private void put(byte[] bytes, int length) throws IOException {
    for (int at = 0; at < length; ) {
      int part = Math.min(length - at, PAGE_BYTES - used);
      System.arraycopy(bytes, at, page, used, part);
      used += part;
      at += part;
      if (used == PAGE_BYTES) {
        flush();
      }
    }
  }

  private void flush() throws IOException {
    if (pages == checksums.length) {
      checksums = Arrays.copyOf(checksums, pages * 2);
    }
    crc.reset();
    crc.update(page, 0, used);
    checksums[pages++] = (int) crc.getValue();
    file.write(ByteBuffer.wrap(page, 0, used), offset + flushed);
    flushed += used;
    used = 0;
  }
}
