package goku.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The claims of all namespaces by prefix (section 5.1 of the paper): a tree over the bytes of
/// UTF-8 that goes down eight of them at a time. All of its edges lie in one hash table, so a
/// search waits for one cache line for every eight bytes, rather than for several for each byte at
/// which prefixes differ. It allocates nothing. Immutable.
///
/// A node stands for eight times so many bytes as it is deep. A prefix that ends between two nodes
/// is an edge of less than eight bytes to its claims; a node knows which lengths of edges it has.
/// Where only one prefix is left, its edge leads to a tail: the bytes that are left, and its
/// claims.
final class PrefixTree {
  static final int NONE = -1;

  /// Bytes of a whole edge.
  static final int WIDTH = Long.BYTES;

  /// The claims at this index are none: it is the claim of nobody.
  static final int NO_CLAIMS = 0;

  /// A claim is when it begins and, doubled, its value; odd when more claims on the prefix follow.
  static final int CLAIM_LONGS = 2;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final EdgeTable edges;

  /// Lists of claims, each behind its tail if it has one: how many bytes that is, and these.
  private final long[] claims;

  private final int[] claimsOfNodes;

  /// @param claims those on a prefix follow each other, the latest first
  /// @param claimsOfNodes where the claims begin on prefixes that end at the nodes
  PrefixTree(EdgeTable edges, long[] claims, int[] claimsOfNodes) {
    this.edges = edges;
    this.claims = claims;
    this.claimsOfNodes = claimsOfNodes;
  }

  /// The value of the longest prefix of the name with a claim that is not after the timestamp; of
  /// its claims the latest such. [#NONE] when there is none.
  ///
  /// @param length how many bytes of the array are the name
  int find(byte[] name, int length, long timestampMillis) {
    return search(name, length, timestampMillis, null);
  }

  /// Gives the beginning of every claim on a prefix of the name.
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

  /// The claims behind a tail that the name goes on with.
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

  /// The value of the first of the claims that is not after the timestamp.
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

  /// The next bytes of the name, and anything behind its end; the first in the lowest bits.
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
