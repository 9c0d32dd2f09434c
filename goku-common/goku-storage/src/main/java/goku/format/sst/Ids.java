package goku.format.sst;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.roaringbitmap.InvalidRoaringFormat;
import org.roaringbitmap.RoaringBitmap;

/// The encoding of ascending ids from 0 on: varints of differences or a Roaring bitmap, whichever
/// is smaller. Stateless.
public final class Ids {
  /// The largest number of ids in a value. The limit protects readers, because a bitmap of a few
  /// bytes could announce billions of ids.
  public static final int MAX_COUNT = 1 << 26;

  static final String FORMAT = "postings of a bucket";
  private static final int VARINTS = 0;
  private static final int BITMAP = 1;

  /// The smallest bitmap with an entry: cookie, flags of runs, key and cardinality, one run.
  private static final int MIN_BITMAP_BYTES = 15;

  private Ids() {}

  /// Encodes the first `count` ids of the array, which must ascend strictly from 0 on.
  ///
  /// @throws IllegalArgumentException when there are too many
  public static byte[] encode(int[] ids, int count) {
    var out = new ValueWriter(16);
    write(ids, count, out);
    return out.toBytes();
  }

  /// Returns all ids of a value.
  ///
  /// @throws goku.format.FormatException when the value is invalid
  public static int[] decode(byte[] value) {
    var in = new ValueReader(FORMAT, value);
    int[] ids = read(in, value);
    in.end();
    return ids;
  }

  static void write(int[] ids, int count, ValueWriter out) {
    if (count > MAX_COUNT) {
      throw new IllegalArgumentException(
          "cannot encode count=%d series of a pair: a value has at most %d; use more shards"
              .formatted(count, MAX_COUNT));
    }
    long varints = 1L + ValueWriter.varintBytes(count);
    int next = 0;
    for (int i = 0; i < count; i++) {
      varints += ValueWriter.varintBytes(ids[i] - next);
      next = ids[i] + 1;
    }
    if (varints > MIN_BITMAP_BYTES && writeBitmap(ids, count, varints, out)) {
      return;
    }
    out.putByte(VARINTS);
    writeVarints(ids, count, out);
  }

  /// Reads ids and leaves the reader after them.
  static int[] read(ValueReader in, byte[] value) {
    int kind = in.getByte();
    return switch (kind) {
      case VARINTS -> readVarints(in, "ids");
      case BITMAP -> readBitmap(in, value);
      default -> throw in.corrupt("kind " + kind + " of ids", "0 or 1");
    };
  }

  /// Reads a count, the first number, and the differences of consecutive numbers less 1.
  static int[] readVarints(ValueReader in, String what) {
    int count = in.getCount(Math.min(in.left(), MAX_COUNT), "the number of " + what);
    int[] ids = new int[count];
    long next = 0;
    for (int i = 0; i < count; i++) {
      next += in.getNumber("a difference of " + what);
      if (next >= Integer.MAX_VALUE) {
        throw in.corrupt(what + " of more than 31 bits", "ascending ones");
      }
      ids[i] = (int) next++;
    }
    return ids;
  }

  private static boolean writeBitmap(int[] ids, int count, long varints, ValueWriter out) {
    var bitmap = new RoaringBitmap();
    bitmap.addN(ids, 0, count);
    bitmap.runOptimize();
    int length = bitmap.serializedSizeInBytes();
    if (length + 1 >= varints) {
      return false;
    }
    byte[] bytes = new byte[length];
    bitmap.serialize(ByteBuffer.wrap(bytes));
    out.putByte(BITMAP);
    out.putBytes(bytes, length);
    return true;
  }

  private static int[] readBitmap(ValueReader in, byte[] value) {
    var bitmap = new RoaringBitmap();
    try {
      bitmap.deserialize(ByteBuffer.wrap(value, in.position(), in.left()).slice());
    } catch (IOException | InvalidRoaringFormat broken) {
      throw in.corrupt("ids, " + broken.getMessage(), "a Roaring bitmap");
    } catch (RuntimeException broken) { // the library checks little
      throw in.corrupt("ids, " + broken, "a Roaring bitmap");
    }
    if (bitmap.getLongCardinality() > MAX_COUNT) {
      throw in.corrupt(bitmap.getLongCardinality() + " ids", "at most " + MAX_COUNT);
    }
    int[] ids;
    try {
      ids = bitmap.toArray();
    } catch (RuntimeException broken) {
      throw in.corrupt("ids, " + broken, "a Roaring bitmap");
    }
    ascending(in, ids);
    in.skip(bitmap.serializedSizeInBytes());
    return ids;
  }

  private static void ascending(ValueReader in, int[] ids) {
    int last = -1;
    for (int id : ids) {
      if (id <= last) {
        throw in.corrupt("the id %d after %d".formatted(id, last), "ascending ones");
      }
      last = id;
    }
  }

  /// Writes distinct ascending numbers in the form that `readVarints` reads.
  static void writeVarints(int[] numbers, int count, ValueWriter out) {
    out.putVarint(count);
    int next = 0;
    for (int i = 0; i < count; i++) {
      out.putVarint(numbers[i] - next);
      next = numbers[i] + 1;
    }
  }
}
