package goku.root.compacted.table;

import goku.root.compacted.TopicContent;

/// The consumer of the records of the topic. The table shows nothing of the first pass until that
/// is complete, so readers never see half of the values, nor any that were deleted in the meantime.
/// Later records are shown one by one. Records for which the table has no room are skipped, counted
/// and logged, like malformed ones.
public record TableContent<K extends Comparable<K>, V extends Held<K>>(
    TableKind<K, V> kind, HeldTable<K, V> table) implements TopicContent {
  @Override
  public Pass begin() {
    return new Following<>(kind, table, new HeldMap<>());
  }

  private record Following<K extends Comparable<K>, V extends Held<K>>(
      TableKind<K, V> kind, HeldTable<K, V> table, HeldMap<K, V> values) implements Pass {
    @Override
    public void put(byte[] key, byte[] value) {
      K parsed = kind.format().deserializeKey().apply(key);
      V held = kind.format().deserializeValue().apply(parsed, value);
      values.put(held, table.maxBytes(), kind.what());
    }

    @Override
    public void remove(byte[] key) {
      values.remove(kind.format().deserializeKey().apply(key));
    }

    @Override
    public void complete() {
      table.replaceBy(values);
    }
  }
}
