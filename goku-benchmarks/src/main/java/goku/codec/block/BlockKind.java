package goku.codec.block;

import static goku.codec.block.BlockLayout.BITS;
import static goku.codec.block.BlockLayout.DELTAS;
import static goku.codec.block.BlockLayout.DIVISOR;
import static goku.codec.block.BlockLayout.ESCAPE;
import static goku.codec.block.BlockLayout.PATCHED;
import static goku.codec.block.BlockLayout.RAW;
import static goku.codec.block.BlockLayout.SCALED;
import static goku.codec.block.BlockLayout.ULPS;

import java.util.Locale;

/// The name of the encoding of the first chunk of a block of values.
public final class BlockKind {
  private BlockKind() {}

  public static String of(byte[] block, int at) {
    int flags = block[at] & 0xFF;
    if ((flags & ESCAPE) != 0) {
      return ChunkEncoding.of(flags, at).name().toLowerCase(Locale.ROOT);
    }
    if ((flags & (DELTAS | PATCHED | RAW | ULPS)) == 0 && block[at + 1] == 0) {
      return "constant";
    }
    String domain = (flags & BITS) != 0 ? "bits" : (flags & SCALED) != 0 ? "decimals" : "integers";
    return domain
        + ((flags & DELTAS) != 0 ? " deltas" : "")
        + ((flags & DIVISOR) != 0 ? " /divisor" : "")
        + ((flags & PATCHED) != 0 ? " +patches" : "")
        + ((flags & ULPS) != 0 ? " +ulps" : "")
        + ((flags & RAW) != 0 ? " +raw" : "");
  }
}
