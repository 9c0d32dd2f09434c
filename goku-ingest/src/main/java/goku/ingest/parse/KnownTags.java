package goku.ingest.parse;

import goku.model.NameHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The tags of datapoints as they were written, with what they came to: agents write the same ones
/// with every datapoint, so most need no second reading. Begins small, and grows as tags push each
/// other out. Owned by one thread.
final class KnownTags {
  /// For a reader of many agents; half a kilobyte each.
  static final int MANY = 1 << 12;

  /// For a connection of one agent, of which there may be ten thousand.
  static final int FEW = 1 << 6;

  private static final int FIRST_SLOTS = 16;

  /// Longer ones are rare, and would only make room for them costly.
  private static final int MAX_BYTES = 1024;

  private static final byte[] NOTHING = {};

  private final int maxSlots;
  private byte[][] texts = {};
  private CanonicalTags[] canonical = {};

  /// Whether the slot was of use since somebody else wanted it.
  private boolean[] used = {};

  /// The slot that was found last: agents send many datapoints in a row with the same tags.
  private int last;

  /// @param maxSlots most that are remembered, a power of two
  KnownTags(int maxSlots) {
    this.maxSlots = maxSlots;
    clear(FIRST_SLOTS);
  }

  /// What the text came to; null when it is not known.
  @Nullable CanonicalTags find(byte[] source, int start, int end) {
    int length = end - start;
    if (length == 0 || length > MAX_BYTES) {
      return null;
    }
    if (!isAt(last, source, start, end)) {
      int slot = slot(source, start, end);
      if (!isAt(slot, source, start, end)) {
        return null;
      }
      last = slot;
    }
    used[last] = true;
    return canonical[last];
  }

  /// Learns what the text came to, if need be in the place of one that is not used any more.
  void add(byte[] source, int start, int end, CanonicalTags tags) {
    int length = end - start;
    if (length == 0 || length > MAX_BYTES) {
      return;
    }
    int slot = slot(source, start, end);
    while (texts[slot].length > 0 && texts.length < maxSlots) {
      grow();
      slot = slot(source, start, end);
    }
    if (used[slot]) {
      used[slot] = false;
      return;
    }
    texts[slot] = Arrays.copyOfRange(source, start, end);
    canonical[slot] = tags;
  }

  /// No two get in each other's way that did not before.
  private void grow() {
    byte[][] oldTexts = texts;
    CanonicalTags[] oldCanonical = canonical;
    clear(oldTexts.length * 2);
    for (int i = 0; i < oldTexts.length; i++) {
      if (oldTexts[i].length > 0) {
        int slot = slot(oldTexts[i], 0, oldTexts[i].length);
        texts[slot] = oldTexts[i];
        canonical[slot] = oldCanonical[i];
      }
    }
  }

  private void clear(int slots) {
    texts = new byte[slots][];
    canonical = new CanonicalTags[slots];
    used = new boolean[slots];
    Arrays.fill(texts, NOTHING);
    Arrays.fill(canonical, CanonicalTags.NONE);
    last = 0;
  }

  private boolean isAt(int slot, byte[] source, int start, int end) {
    byte[] text = texts[slot];
    return Arrays.equals(text, 0, text.length, source, start, end);
  }

  private int slot(byte[] source, int start, int end) {
    return (int) NameHash.of(source, start, end - start) & (texts.length - 1);
  }
}
