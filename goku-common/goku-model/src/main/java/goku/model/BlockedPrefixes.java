package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules by the beginning of a metric's name, in the order of their bytes. Those that a shorter one
/// covers are left out, so that the greatest that is not above a name decides. Immutable.
final class BlockedPrefixes {
  private final List<BlockRule> rules = new ArrayList<>();
  private final byte[][] prefixes;

  BlockedPrefixes(List<BlockRule> all) {
    List<BlockRule> sorted =
        all.stream()
            .sorted(Comparator.comparing(BlockedPrefixes::bytes, Arrays::compareUnsigned))
            .toList();
    List<byte[]> kept = new ArrayList<>();
    for (BlockRule rule : sorted) {
      byte[] bytes = bytes(rule);
      if (kept.isEmpty() || !startsWith(bytes, bytes.length, kept.getLast())) {
        kept.add(bytes);
        rules.add(rule);
      }
    }
    prefixes = kept.toArray(byte[][]::new);
  }

  @Nullable BlockRule find(byte[] name, int length) {
    int from = 0;
    int to = prefixes.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      byte[] prefix = prefixes[middle];
      if (Arrays.compareUnsigned(prefix, 0, prefix.length, name, 0, length) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    boolean blocked = from > 0 && startsWith(name, length, prefixes[from - 1]);
    return blocked ? rules.get(from - 1) : null;
  }

  private static byte[] bytes(BlockRule rule) {
    return rule.metric().getBytes(UTF_8);
  }

  private static boolean startsWith(byte[] name, int length, byte[] prefix) {
    return length >= prefix.length
        && Arrays.equals(name, 0, prefix.length, prefix, 0, prefix.length);
  }
}
