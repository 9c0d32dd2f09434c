package goku.format.bucket;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.codec.block.TimestampEncoder;
import java.io.IOException;
import java.util.Arrays;

/// The distinct columns of timestamps of a bucket, each written once even if many series share it.
/// The column of the previous series is recognized at no cost. Others are encoded and compared with
/// the bytes in the file of the column with the same hash. Memory holds some 30 bytes per column.
/// Owned by one thread.
final class ColumnTable {
  private static final Hasher64 XXH3 = Hashing.xxh3_64();
  private static final int FIRST_CAPACITY = 64;

  private final long originMillis;
  private final PageWriter pages;
  private final TimestampEncoder encoder = new TimestampEncoder();
  private byte[] block = {};

  private long[] previous = {};

  /// The number of timestamps of the previous series; initially a number that no series has.
  private int previousPoints = -1;

  private int previousColumn;

  private int[] blocks = new int[FIRST_CAPACITY];
  private int[] points = new int[FIRST_CAPACITY];
  private int[] series = new int[FIRST_CAPACITY];
  private long[] hashes = new long[FIRST_CAPACITY];
  private int count;

  /// A hash table with linear probing: the number of a column + 1, or 0 for a free place.
  private int[] places = new int[4 * FIRST_CAPACITY];

  ColumnTable(long originMillis, PageWriter pages) {
    this.originMillis = originMillis;
    this.pages = pages;
  }

  /// Returns whether these are the timestamps of the previous series.
  boolean isPrevious(long[] timestamps, int length) {
    return length == previousPoints
        && Arrays.equals(timestamps, 0, length, previous, 0, previousPoints);
  }

  /// Returns the number of the series' column. Columns are numbered in the order of their creation.
  int add(long[] timestamps, int length) throws IOException {
    if (!isPrevious(timestamps, length)) {
      previousColumn = columnOf(timestamps, length);
      if (previous.length < length) {
        previous = new long[timestamps.length];
      }
      System.arraycopy(timestamps, 0, previous, 0, length);
      previousPoints = length;
    }
    series[previousColumn]++;
    return previousColumn;
  }

  int count() {
    return count;
  }

  /// Writes all columns in the order of their final numbers.
  void write(SectionWriter section) throws IOException {
    for (long key : order()) {
      int column = (int) key;
      section.putInt(blocks[column]);
      section.putInt(points[column]);
      section.putInt(series[column]);
    }
  }

  /// Returns the final numbers of all columns. Columns of many series have the lowest numbers, so
  /// that readers know from the number which columns to cache.
  int[] numbers() {
    long[] order = order();
    int[] numbers = new int[count];
    for (int number = 0; number < count; number++) {
      numbers[(int) order[number]] = number;
    }
    return numbers;
  }

  /// Returns the columns, in the lower halves, ascending by their final numbers.
  private long[] order() {
    long[] order = new long[count];
    for (int column = 0; column < count; column++) {
      order[column] = (long) (Integer.MAX_VALUE - series[column]) << Integer.SIZE | column;
    }
    Arrays.sort(order);
    return order;
  }

  private int columnOf(long[] timestamps, int length) throws IOException {
    int most = TimestampEncoder.maxBytes(length);
    if (block.length < most) {
      block = new byte[most];
    }
    int bytes = encoder.encode(timestamps, length, originMillis, block, 0);
    long hash = XXH3.hashBytesToLong(block, 0, bytes) + length;
    int place = (int) hash & (places.length - 1);
    while (places[place] != 0) {
      int column = places[place] - 1;
      if (hashes[column] == hash
          && points[column] == length
          && pages.begins(blocks[column], block, bytes)) {
        return column;
      }
      place = (place + 1) & (places.length - 1);
    }
    ensureRoom();
    blocks[count] = pages.append(block, bytes);
    points[count] = length;
    hashes[count] = hash;
    places[place] = ++count;
    if (count > places.length / 2) {
      spread();
    }
    return count - 1;
  }

  private void ensureRoom() {
    if (count == blocks.length) {
      int capacity = count * 2;
      blocks = Arrays.copyOf(blocks, capacity);
      points = Arrays.copyOf(points, capacity);
      series = Arrays.copyOf(series, capacity);
      hashes = Arrays.copyOf(hashes, capacity);
    }
  }

  private void spread() {
    places = new int[places.length * 2];
    for (int column = 0; column < count; column++) {
      int place = (int) hashes[column] & (places.length - 1);
      while (places[place] != 0) {
        place = (place + 1) & (places.length - 1);
      }
      places[place] = column + 1;
    }
  }
}
