package goku.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules by metric prefix, in byte order. A rule that a shorter prefix covers is left out, so only
/// the greatest prefix that is not above a name can match. Immutable.
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
    return NameText.bytes(rule.metric());
  }

  private static boolean startsWith(byte[] name, int length, byte[] prefix) {
    return length >= prefix.length
        && Arrays.equals(name, 0, prefix.length, prefix, 0, prefix.length);
  }
}
