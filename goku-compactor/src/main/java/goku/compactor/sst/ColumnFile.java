package goku.compactor.sst;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.codec.block.TimestampEncoder;
import goku.compactor.sst.file.SstFile;
import goku.format.sst.ColumnValue;
import goku.format.sst.SstKeys;
import java.io.IOException;
import java.util.Arrays;

/// A file of the distinct columns of timestamps of a bucket. Each is written when it first occurs,
/// and numbered in that order. Earlier columns are recognized by 128 bits of hashes, so that
/// nothing is read back. Memory holds about 30 bytes per column. Owned by one thread.
final class ColumnFile {
  private static final long OTHER_SEED = 0x476F_6B75L;
  private static final int FIRST_CAPACITY = 64;

  private final SstKeys keys;
  private final long originMillis;
  private final SstFile file;
  private final TimestampEncoder encoder = new TimestampEncoder();
  private final HashStream64 firstHash = Hashing.xxh3_64().hashStream();
  private final HashStream64 otherHash = Hashing.xxh3_64(OTHER_SEED).hashStream();
  private byte[] value = {};

  private long[] hashes = new long[2 * FIRST_CAPACITY];
  private int count;

  /// A hash table with linear probing: a column's number + 1, or 0 for a free place.
  private int[] places = new int[2 * FIRST_CAPACITY];

  ColumnFile(SstKeys keys, long originMillis, SstFile file) {
    this.keys = keys;
    this.originMillis = originMillis;
    this.file = file;
  }

  /// Returns the number of the column, and writes the column if it is new.
  ///
  /// @throws IllegalArgumentException when timestamps do not ascend from the start of the bucket on
  int number(long[] timestamps, int points) throws IOException {
    long hash = firstHash.reset().putLongs(timestamps, 0, points).putInt(points).getAsLong();
    long other = otherHash.reset().putLongs(timestamps, 0, points).putInt(points).getAsLong();
    int place = (int) hash & (places.length - 1);
    for (; places[place] != 0; place = (place + 1) & (places.length - 1)) {
      int column = places[place] - 1;
      if (hashes[2 * column] == hash && hashes[2 * column + 1] == other) {
        return column;
      }
    }
    check(timestamps, points);
    write(timestamps, points);
    if (2 * count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 4 * count);
    }
    hashes[2 * count] = hash;
    hashes[2 * count + 1] = other;
    places[place] = ++count;
    if (count > places.length / 2) {
      spread();
    }
    return count - 1;
  }

  private void check(long[] timestamps, int points) {
    long before = originMillis - 1;
    for (int i = 0; i < points; i++) {
      if (timestamps[i] <= before) {
        throw new IllegalArgumentException(
            "found timestamp %d after %d, wanted ascending ones from %d on"
                .formatted(timestamps[i], before, originMillis));
      }
      before = timestamps[i];
    }
  }

  private void write(long[] timestamps, int points) throws IOException {
    int most = ColumnValue.MAX_HEAD_BYTES + TimestampEncoder.maxBytes(points);
    if (value.length < most) {
      value = new byte[most];
    }
    int block = ColumnValue.write(points, value, 0);
    int end = encoder.encode(timestamps, points, originMillis, value, block);
    file.put(keys.column(count), value, end);
  }

  private void spread() {
    places = new int[places.length * 2];
    for (int column = 0; column < count; column++) {
      int place = (int) hashes[2 * column] & (places.length - 1);
      while (places[place] != 0) {
        place = (place + 1) & (places.length - 1);
      }
      places[place] = column + 1;
    }
  }
}
