package goku.codec.block;

import static goku.codec.block.BlockLayout.DELTAS;
import static goku.codec.block.BlockLayout.DIVISOR;
import static goku.codec.block.BlockLayout.LINE;
import static goku.codec.block.BlockLayout.PATCHED;
import static goku.codec.block.BlockLayout.SCALED;
import static goku.codec.block.BlockLayout.signedBytes;

/// An encoder of the integers of one chunk: `plan` finds the smallest form, `write` writes it.
/// Reused for one chunk after the other.
final class ColumnEncoder {
  private final long[] quotients = new long[BlockLayout.MAX_CHUNK];
  private final long[] deltas = new long[BlockLayout.MAX_CHUNK];
  private final long[] residuals = new long[BlockLayout.MAX_CHUNK];
  private final long[] packed = new long[BlockLayout.MAX_CHUNK];
  private final Frame frame = new Frame();
  private final Frame deltaFrame = new Frame();
  private final Frame lineFrame = new Frame();
  private final PatchWriter patches = new PatchWriter();

  private int count;
  private long first;
  private long divisor;
  private long slope;

  /// The chosen transform: `DELTAS`, `LINE` or zero.
  private int transform;

  /// Plans integers whose differences fit into a long, and returns the approximate number of bytes.
  int plan(long[] values, int n) {
    start(values, n, CommonDivisor.ofDifferences(values, n));
    return chooseDeltas();
  }

  /// Plans integers that may be any 64 bits.
  int planBits(long[] values, int n) {
    start(values, n, CommonDivisor.powerOfTwo(values, n));
    return chooseDeltas();
  }

  /// Plans integers that may be near a line.
  int planLine(long[] values, int n) {
    start(values, n, CommonDivisor.ofDifferences(values, n));
    int bytes = chooseDeltas();
    if (n < 3 || deltaFrame.width == 0) {
      return bytes;
    }
    slope = slope(n);
    for (int i = 0; i < n; i++) {
      residuals[i] = quotients[i] - i * slope;
    }
    lineFrame.fit(residuals, n);
    int lineBytes =
        bytes(lineFrame) + signedBytes(base(LINE, lineFrame)) + signedBytes(divisor * slope);
    if (lineBytes < bytes) {
      transform = LINE;
      return lineBytes;
    }
    return bytes;
  }

  /// Returns the slope between the means of both halves, because single end points may be far off.
  private long slope(int n) {
    int half = n / 2;
    long rise = 0;
    for (int i = 0; i < half; i++) {
      rise += quotients[n - half + i] - quotients[i];
    }
    long run = (long) half * (n - half);
    return Math.floorDiv(rise + run / 2, run);
  }

  private void start(long[] values, int n, long greatestDivisor) {
    count = n;
    first = values[0];
    divisor = greatestDivisor == 0 ? 1 : greatestDivisor;
    boolean powerOfTwo = (divisor & (divisor - 1)) == 0;
    int shift = Long.numberOfTrailingZeros(divisor);
    for (int i = 0; i < n; i++) {
      long difference = values[i] - first;
      quotients[i] = powerOfTwo ? difference >> shift : difference / divisor;
    }
  }

  private int chooseDeltas() {
    frame.fit(quotients, count);
    for (int i = 1; i < count; i++) {
      deltas[i - 1] = quotients[i] - quotients[i - 1];
    }
    deltaFrame.fit(deltas, count - 1);
    int bytes = bytes(frame) + signedBytes(base(0, frame));
    int deltaBytes = bytes(deltaFrame) + signedBytes(base(DELTAS, deltaFrame)) + signedBytes(first);
    transform = deltaBytes < bytes ? DELTAS : 0;
    return Math.min(bytes, deltaBytes);
  }

  private int bytes(Frame of) {
    int divisorBytes = divisor == 1 || of.bits == 0 ? 0 : divisorBytes();
    return BlockLayout.FIXED_HEADER_BYTES + divisorBytes + (of.bits + 7) / Byte.SIZE;
  }

  /// Returns one, two, four or eight.
  private int divisorBytes() {
    int bytes = signedBytes(divisor);
    return bytes <= 2 ? bytes : bytes <= 4 ? 4 : 8;
  }

  private long base(int of, Frame in) {
    return divisor * in.base + (of == DELTAS ? 0 : first);
  }

  /// Writes the planned form and returns the index after it.
  ///
  /// @param flags of the other content of the chunk
  /// @param exponent of the power of ten, zero for none
  int write(int flags, int exponent, byte[] into, int at) {
    Frame chosen = transform == DELTAS ? deltaFrame : transform == LINE ? lineFrame : frame;
    long[] values = transform == DELTAS ? deltas : transform == LINE ? residuals : quotients;
    int entries = transform == DELTAS ? count - 1 : count;
    split(values, entries, chosen);
    boolean divided = divisor != 1 && (chosen.width > 0 || patches.count() > 0);
    long base = base(transform, chosen);
    long start = transform == LINE ? divisor * slope : first;
    into[at] =
        (byte)
            (flags
                | transform
                | (divided ? DIVISOR : 0)
                | (patches.count() == 0 ? 0 : PATCHED)
                | (exponent == 0 ? 0 : SCALED));
    into[at + 1] = (byte) chosen.width;
    int baseBytes = signedBytes(base);
    int startBytes = signedBytes(start);
    into[at + 2] = (byte) BlockLayout.lengths(baseBytes, startBytes, divisorBytes());
    int end = at + BlockLayout.FIXED_HEADER_BYTES;
    if (exponent != 0) {
      into[end++] = (byte) exponent;
    }
    end = put(base, baseBytes, into, end);
    if (transform != 0) {
      end = put(start, startBytes, into, end);
    }
    if (divided) {
      end = put(divisor, divisorBytes(), into, end);
    }
    end = BitPacker.pack(packed, entries, chosen.width, into, end);
    return patches.count() == 0 ? end : patches.write(entries, into, end);
  }

  /// Splits integers into the lowest bits, which are packed, and the rest outside of the frame,
  /// which is patched.
  private void split(long[] values, int entries, Frame chosen) {
    long base = chosen.base;
    int width = chosen.width;
    patches.clear();
    for (int i = 0; i < entries; i++) {
      long value = values[i] - base;
      packed[i] = value;
      if (width < Long.SIZE && value >>> width != 0) {
        patches.add(i, BlockLayout.zigzag(value >> width));
      }
    }
  }

  private static int put(long value, int bytes, byte[] into, int at) {
    BlockLayout.store(into, at, value);
    return at + bytes;
  }
}
