package goku.format.bucket;

import static goku.format.bucket.BucketLayout.MAX_MASKED_TERMS;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// An encoder of series names, each as its differences from the previous one. `BucketSeriesCursor`
/// decodes them. Owned by one thread.
final class NameEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MAX_MASK_BYTES = 9;
  private static final int MAX_TERM_BYTES = 5;

  private byte[] bytes = new byte[4096];
  private int size;
  private int[] previous = {};
  private int previousCount;

  /// Returns whether the name sorts after the one added last.
  boolean ascends(int[] terms, int count) {
    int mismatch = Arrays.mismatch(previous, 0, previousCount, terms, 0, count);
    return mismatch >= 0
        && (mismatch == previousCount
            || (mismatch < count && previous[mismatch] < terms[mismatch]));
  }

  void add(long hash, int[] terms, int count) {
    ensureRoom(Long.BYTES + MAX_MASK_BYTES + MAX_TERM_BYTES * (count + 1));
    LONG.set(bytes, size, hash);
    size += Long.BYTES;
    if (count == previousCount && count <= MAX_MASKED_TERMS) {
      putDifferences(terms, count);
    } else {
      putWhole(terms, count);
    }
    if (previous.length < count) {
      previous = new int[count];
    }
    System.arraycopy(terms, 0, previous, 0, count);
    previousCount = count;
  }

  void write(SectionWriter section) throws IOException {
    section.put(bytes, size);
  }

  private void putDifferences(int[] terms, int count) {
    long mask = 0;
    for (int i = 0; i < count; i++) {
      mask = mask << 1 | (terms[i] == previous[i] ? 0 : 1);
    }
    putVarint(mask);
    for (int i = 0; i < count; i++) {
      int difference = terms[i] - previous[i];
      if (difference != 0) {
        putVarint(Integer.toUnsignedLong(difference << 1 ^ difference >> 31));
      }
    }
  }

  private void putWhole(int[] terms, int count) {
    putVarint(0);
    putVarint(count);
    for (int i = 0; i < count; i++) {
      putVarint(terms[i]);
    }
  }

  private void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  private void ensureRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.addExact(size, Math.max(size / 2, more)));
    }
  }
}
