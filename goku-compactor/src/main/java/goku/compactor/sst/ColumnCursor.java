package goku.compactor.sst;

import goku.compactor.sst.file.SstCursor;
import goku.format.FormatException;
import goku.format.sst.ColumnValue;
import goku.format.sst.SstKeys;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A cursor over columns of timestamps that caches the most recently used ones. New columns come
/// one after the other in the file, in the order of the series. Owned by one thread.
final class ColumnCursor {
  /// The limit of the cache: there is a cursor for each input of a compaction.
  private static final long MAX_KEPT_BYTES = 4 << 20;

  private static final int ENTRY_BYTES = 100;

  private final SstKeys keys;
  private final @Nullable SstCursor cursor;
  private final long originMillis;
  private final Map<Integer, long[]> kept = new LinkedHashMap<>(64, 0.75f, true);
  private long keptBytes;
  private int position = -1;

  ColumnCursor(SstKeys keys, @Nullable SstCursor cursor, long originMillis) {
    this.keys = keys;
    this.cursor = cursor;
    this.originMillis = originMillis;
  }

  /// Returns all timestamps of the column. The caller must not change them.
  long[] column(int number) throws IOException {
    long[] found = kept.get(number);
    if (found != null) {
      return found;
    }
    long[] read = read(number);
    keep(number, read);
    return read;
  }

  private long[] read(int number) throws IOException {
    SstCursor in = cursor;
    if (in == null) {
      throw new IOException(
          "found data of column %d in a bucket without columns".formatted(number));
    }
    byte[] key = keys.column(number);
    boolean there = number == position + 1 ? in.next() : in.seek(key);
    position = number;
    if (!there || !Arrays.equals(in.key(), key)) {
      throw in.broken("another key or the end", "column " + number);
    }
    int bytes = in.loadValue();
    MemorySegment value = in.segment();
    try {
      long[] column = new long[ColumnValue.points(value, bytes)];
      ColumnValue.decode(value, column.length, originMillis, column, 0);
      return column;
    } catch (FormatException e) {
      throw in.broken(e);
    }
  }

  private void keep(int number, long[] column) {
    kept.put(number, column);
    keptBytes += bytes(column);
    var oldest = kept.values().iterator();
    while (keptBytes > MAX_KEPT_BYTES && kept.size() > 2) { // raw and rollup columns
      keptBytes -= bytes(oldest.next());
      oldest.remove();
    }
  }

  private static long bytes(long[] column) {
    return ENTRY_BYTES + (long) column.length * Long.BYTES;
  }
}
