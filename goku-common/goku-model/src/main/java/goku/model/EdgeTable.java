package goku.model;

/// The edges of a [PrefixTree] in a hash table with linear probing. Filled by one thread, then read
/// by any number.
///
/// An edge is two longs. The first holds its bytes. The second holds, from the highest bit: the
/// number of the source node, the number of bytes, whether the target node is claimed, the lengths
/// of the edges that leave the target (one bit each), and the target. If an edge does not lead to a
/// node, the target is the index of its claims, or of its tail for a full edge.
final class EdgeTable {
  static final long ABSENT = 0;

  private static final int TARGET_BITS = 28;
  private static final int LENGTHS_SHIFT = TARGET_BITS;
  private static final int CLAIMED_SHIFT = LENGTHS_SHIFT + Byte.SIZE;
  private static final int KEY_SHIFT = CLAIMED_SHIFT + 1;
  private static final int SIZE_BITS = 4;
  private static final int NODE_BITS = Long.SIZE - KEY_SHIFT - SIZE_BITS;

  /// Odd numbers without a pattern, used to spread bits.
  private static final long SPREAD_KEY = 0x9E3779B97F4A7C15L;

  private static final long SPREAD = 0xD6E8FEB86659FD93L;

  private final long[] table;
  private final int shift;
  private final int lengthsOfRoot;

  /// @param edges the number of edges that will be put
  EdgeTable(int edges, int nodes, int lengthsOfRoot) {
    if (nodes >= 1 << NODE_BITS) {
      throw new IllegalArgumentException(
          "cannot index prefixes: they need %d nodes, at most %d are possible"
              .formatted(nodes, 1 << NODE_BITS));
    }
    // at most half full
    int bits = Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(edges) + 1);
    this.table = new long[2 << bits];
    this.shift = Long.SIZE - bits;
    this.lengthsOfRoot = lengthsOfRoot;
  }

  void put(int node, int size, long bytes, boolean claimed, int lengths, int target) {
    int slot = slot(node, size, bytes);
    while (table[slot + 1] != ABSENT) {
      slot = (slot + 2) & (table.length - 1);
    }
    table[slot] = bytes;
    table[slot + 1] =
        (long) key(node, size) << KEY_SHIFT
            | (claimed ? 1L : 0L) << CLAIMED_SHIFT
            | (long) lengths << LENGTHS_SHIFT
            | target;
  }

  /// Returns the second long of an edge, or [#ABSENT] if there is no such edge.
  long find(int node, int size, long bytes) {
    int key = key(node, size);
    int slot = slot(node, size, bytes);
    while (true) {
      long edge = table[slot + 1];
      if (edge == ABSENT || (edge >>> KEY_SHIFT == key && table[slot] == bytes)) {
        return edge;
      }
      slot = (slot + 2) & (table.length - 1);
    }
  }

  int lengthsOfRoot() {
    return lengthsOfRoot;
  }

  static int target(long edge) {
    return (int) edge & ((1 << TARGET_BITS) - 1);
  }

  static int lengths(long edge) {
    return (int) (edge >>> LENGTHS_SHIFT) & 0xff;
  }

  static boolean isClaimed(long edge) {
    return (edge >>> CLAIMED_SHIFT & 1) != 0;
  }

  private int slot(int node, int size, long bytes) {
    long mixed = bytes ^ key(node, size) * SPREAD_KEY;
    mixed = (mixed ^ (mixed >>> 32)) * SPREAD;
    return (int) (mixed >>> shift) << 1;
  }

  private static int key(int node, int size) {
    return (node << SIZE_BITS) | size;
  }
}
