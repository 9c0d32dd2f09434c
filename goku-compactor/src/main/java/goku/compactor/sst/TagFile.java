package goku.compactor.sst;

import goku.compactor.sst.file.SstCursor;
import goku.compactor.sst.file.SstFile;
import goku.compactor.sst.file.SstScan;
import goku.format.sst.KeyEntry;
import goku.format.sst.SstKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// A writer of the part of the dictionary with the tag keys and tag values. Values ascend within
/// each key, so they are read back from the reverse dictionary, from all keys at the same time, and
/// merged. Memory holds one value of each key.
final class TagFile {
  private static final byte[] NOTHING = {};

  private TagFile() {}

  /// @param reverse finished file of the reverse dictionary; missing if there are no terms
  static void write(SstKeys keys, List<TagKey> tagKeys, SstFile reverse, SstFile into)
      throws IOException {
    List<TagKey> sorted = new ArrayList<>(tagKeys);
    sorted.sort(Comparator.comparing(TagKey::text, Arrays::compareUnsigned));
    for (TagKey key : sorted) {
      into.put(keys.tagKey(key.text()), new KeyEntry(key.firstPair(), key.pairs()).toBytes());
    }
    if (!sorted.isEmpty()) {
      try (var file = new SstScan(reverse.path())) {
        writeValues(keys, sorted, file, into);
      }
    }
  }

  private static void writeValues(SstKeys keys, List<TagKey> tagKeys, SstScan reverse, SstFile into)
      throws IOException {
    List<Values> opened = new ArrayList<>();
    try {
      var next = new PriorityQueue<>(Comparator.comparing(Values::value, Arrays::compareUnsigned));
      for (TagKey key : tagKeys) {
        var values = new Values(keys, key, reverse);
        opened.add(values);
        values.advance();
        next.add(values);
      }
      byte[] written = NOTHING;
      boolean first = true;
      for (Values least = next.poll(); least != null; least = next.poll()) {
        if (first || !Arrays.equals(written, least.value())) {
          written = least.value();
          into.put(keys.tagValue(written), NOTHING);
          first = false;
        }
        if (least.advance()) {
          next.add(least);
        }
      }
    } finally {
      opened.forEach(Values::close);
    }
  }

  /// The values of one key, ascending.
  private static final class Values implements AutoCloseable {
    private final SstCursor terms;
    private final byte[] first;
    private final int keyBytes;
    private int left;
    private boolean begun;
    private byte[] value = NOTHING;

    Values(SstKeys keys, TagKey key, SstScan reverse) {
      first = keys.term(key.firstPair());
      keyBytes = key.text().length + 1;
      left = key.pairs();
      terms = reverse.cursor();
    }

    byte[] value() {
      return value;
    }

    boolean advance() throws IOException {
      if (left == 0) {
        return false;
      }
      if (!(begun ? terms.next() : terms.seek(first))) {
        throw terms.broken("the end", left + " more pairs");
      }
      begun = true;
      byte[] term = terms.value();
      value = Arrays.copyOfRange(term, keyBytes, term.length);
      left--;
      return true;
    }

    @Override
    public void close() {
      terms.close();
    }
  }
}
