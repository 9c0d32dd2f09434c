package goku.model;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules by full metric name, in an open-addressing hash table that is at most half full. Even with
/// tens of thousands of rules a lookup costs about one memory access per datapoint. Immutable.
final class BlockedNames {
  private final int mask;
  private final @Nullable BlockRule[] rules;
  private final byte[][] names;
  private final long[] hashes;

  BlockedNames(List<BlockRule> all) {
    int capacity = Integer.highestOneBit(Math.max(1, all.size())) * 4;
    mask = capacity - 1;
    rules = new BlockRule[capacity];
    names = new byte[capacity][];
    hashes = new long[capacity];
    for (BlockRule rule : all) {
      byte[] name = NameText.bytes(rule.metric());
      long hash = NameHash.of(name);
      int at = (int) hash & mask;
      while (rules[at] != null) {
        at = (at + 1) & mask;
      }
      rules[at] = rule;
      names[at] = name;
      hashes[at] = hash;
    }
  }

  @Nullable BlockRule find(byte[] name, int length, long hash) {
    int at = (int) hash & mask;
    BlockRule rule = rules[at];
    while (rule != null) {
      if (hashes[at] == hash && Arrays.equals(names[at], 0, names[at].length, name, 0, length)) {
        return rule;
      }
      at = (at + 1) & mask;
      rule = rules[at];
    }
    return null;
  }
}
