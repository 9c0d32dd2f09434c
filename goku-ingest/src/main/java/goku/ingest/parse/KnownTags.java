package goku.ingest.parse;

import goku.model.NameHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cache from the tags of datapoints, as written by clients, to their parsed form. Agents send
/// the same tags with every datapoint, so most need no second parsing. Starts small and grows when
/// tags evict each other. Owned by one thread.
final class KnownTags {
  /// The size for a reader of many agents, half a kilobyte per slot.
  static final int MANY = 1 << 12;

  /// The size for a connection of one agent, of which there may be ten thousand.
  static final int FEW = 1 << 6;

  private static final int FIRST_SLOTS = 16;

  /// The longest cached text. Longer ones are rare, and would only make buffers costly.
  private static final int MAX_BYTES = 1024;

  private static final byte[] NOTHING = {};

  private final int maxSlots;
  private byte[][] texts = {};
  private CanonicalTags[] canonical = {};

  /// Flags of slots that were hit since the last collision.
  private boolean[] used = {};

  /// The slot of the last hit. Agents send many consecutive datapoints with the same tags.
  private int last;

  /// @param maxSlots the largest number of slots, a power of two
  KnownTags(int maxSlots) {
    this.maxSlots = maxSlots;
    clear(FIRST_SLOTS);
  }

  /// Returns the parsed form of the text, or null if it is not cached.
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

  /// Caches the parsed form of the text. May evict an entry that is no longer used.
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

  /// Doubles the slots. Entries that did not collide before still do not.
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
