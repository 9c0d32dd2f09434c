package goku.longterm.read.search;

import goku.format.CorruptException;
import goku.format.sst.KeyEntry;
import goku.model.NameText;
import goku.model.TagFilter;
import java.util.BitSet;

/// A cache of which pairs of a tag key a filter accepts. Each text is read once. Owned by one
/// thread.
final class PairVerdicts {
  private final TagFilter filter;
  private final KeyEntry key;
  private final PairTexts texts;
  private final BitSet accepted = new BitSet();
  private final BitSet known = new BitSet();
  private final int valueOffset;

  PairVerdicts(TagFilter filter, KeyEntry key, PairTexts texts) {
    this.filter = filter;
    this.key = key;
    this.texts = texts;
    valueOffset = NameText.bytes(filter.key()).length + 1;
  }

  /// Reads the texts of the pairs that are not known yet.
  ///
  /// @param pairs pairs, ascending
  void learn(int[] pairs) {
    for (int pair : pairs) {
      int index = pair - key.firstPair();
      if (index < 0 || index >= key.pairs()) {
        throw new CorruptException(
            "postings of the tag key " + filter.key(), 0, "the pair " + pair, key.toString());
      }
      if (!known.get(index)) {
        known.set(index);
        byte[] text = texts.text(pair);
        String value = NameText.text(text, valueOffset, text.length - valueOffset);
        accepted.set(index, filter.matches(value));
      }
    }
  }

  /// Returns whether the filter accepts a pair that was learnt.
  boolean accepts(int pair) {
    return accepted.get(pair - key.firstPair());
  }
}
