package goku.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The claims of all namespaces by prefix (section 5.1 of the paper), as a tree over UTF-8 bytes
/// with eight bytes per level. All edges are in one hash table. A search therefore waits for one
/// cache line per eight bytes, not for several per byte at which prefixes differ. It allocates
/// nothing. Immutable.
///
/// A node of depth n stands for 8n bytes. A prefix that ends between two nodes is an edge of less
/// than eight bytes to its claims. A node knows the lengths of its edges. Where only one prefix is
/// left, the edge leads to a tail, which holds the remaining bytes and the claims.
final class PrefixTree {
  static final int NONE = -1;

  /// Number of bytes of a full edge.
  static final int WIDTH = Long.BYTES;

  /// The index of an empty list of claims. No claim is stored at this index.
  static final int NO_CLAIMS = 0;

  /// Longs per claim: the begin, and the value times two, plus one when more claims on the prefix
  /// follow.
  static final int CLAIM_LONGS = 2;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final EdgeTable edges;

  /// Lists of claims, each after its tail, if there is one. A tail is its length in bytes and the
  /// bytes.
  private final long[] claims;

  private final int[] claimsOfNodes;

  /// @param claims the claims on a prefix are adjacent, the latest first
  /// @param claimsOfNodes by node, the index of the claims on the prefix that ends there
  PrefixTree(EdgeTable edges, long[] claims, int[] claimsOfNodes) {
    this.edges = edges;
    this.claims = claims;
    this.claimsOfNodes = claimsOfNodes;
  }

  /// Returns the value of the longest prefix of the name that has a claim not after the timestamp.
  /// Of several such claims the latest wins. Returns [#NONE] if there is none.
  ///
  /// @param length length of the name in bytes
  int find(byte[] name, int length, long timestampMillis) {
    return search(name, length, timestampMillis, null);
  }

  /// Passes the begin of every claim on a prefix of the name to the consumer.
  void forEachSince(byte[] name, int length, LongConsumer consumer) {
    search(name, length, Long.MIN_VALUE, consumer);
  }

  private int search(byte[] name, int length, long timestampMillis, @Nullable LongConsumer all) {
    int best = valid(claimsOfNodes[0], timestampMillis, NONE, all);
    int node = 0;
    int lengths = edges.lengthsOfRoot();
    for (int at = 0; lengths != 0; at += WIDTH) {
      int rest = length - at;
      long bytes = bytes(name, at, rest);
      int fitting = rest >= WIDTH ? lengths : lengths & (1 << Math.max(rest, 0)) - 1;
      lengths = 0;
      for (; fitting != 0; fitting &= fitting - 1) {
        int size = Integer.numberOfTrailingZeros(fitting) + 1;
        long edge = edges.find(node, size, bytes & mask(size));
        if (edge == EdgeTable.ABSENT) {
          continue;
        }
        if (size < WIDTH) {
          best = valid(EdgeTable.target(edge), timestampMillis, best, all);
        } else if (EdgeTable.lengths(edge) == 0) {
          int claim = afterTail(EdgeTable.target(edge), name, at + WIDTH, length);
          best = valid(claim, timestampMillis, best, all);
        } else {
          node = EdgeTable.target(edge);
          lengths = EdgeTable.lengths(edge);
          if (EdgeTable.isClaimed(edge)) {
            best = valid(claimsOfNodes[node], timestampMillis, best, all);
          }
        }
      }
    }
    return best;
  }

  /// Returns the index of the claims after a tail if the name continues with the tail.
  private int afterTail(int tail, byte[] name, int at, int length) {
    int size = (int) claims[tail];
    if (size > length - at) {
      return NO_CLAIMS;
    }
    int word = tail + 1;
    for (int done = 0; done < size; done += WIDTH) {
      int left = Math.min(size - done, WIDTH);
      long bytes = bytes(name, at + done, length - at - done);
      if (((bytes ^ claims[word++]) & mask(left)) != 0) {
        return NO_CLAIMS;
      }
    }
    return word;
  }

  /// Returns the value of the first claim that is not after the timestamp.
  private int valid(int index, long timestampMillis, int otherwise, @Nullable LongConsumer all) {
    if (index == NO_CLAIMS) {
      return otherwise;
    }
    for (int claim = index; ; claim += CLAIM_LONGS) {
      if (all != null) {
        all.accept(claims[claim]);
      }
      long value = claims[claim + 1];
      if (claims[claim] <= timestampMillis) {
        return (int) (value >>> 1);
      }
      if ((value & 1) == 0) {
        return otherwise;
      }
    }
  }

  static long mask(int bytes) {
    return -1L >>> (Long.SIZE - bytes * Byte.SIZE);
  }

  /// Returns the next eight bytes of the name, the first in the lowest bits. Bytes after the end of
  /// the name are undefined.
  static long bytes(byte[] name, int at, int rest) {
    if (at + WIDTH <= name.length) {
      return (long) LONGS.get(name, at);
    }
    long bytes = 0;
    for (int i = 0; i < rest; i++) {
      bytes |= (name[at + i] & 0xffL) << (i * Byte.SIZE);
    }
    return bytes;
  }
}
