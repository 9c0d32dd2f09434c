package goku.ingest.parse;

import goku.model.NameHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The tags of lines as they were written, with what they came to: agents write the same ones with
/// every datapoint, so most need no second reading. Holds some thousand at most. Owned by one
/// thread.
final class KnownTags {
  /// Some thousand hosts share a partition of the input; each slot is some hundred bytes.
  private static final int SLOTS = 1 << 13;

  /// Longer ones are rare, and would only make room for them costly.
  private static final int MAX_BYTES = 1024;

  private final byte[][] texts = new byte[SLOTS][];
  private final byte[][] canonical = new byte[SLOTS][];

  /// Whether the slot was of use since somebody else wanted it.
  private final boolean[] used = new boolean[SLOTS];

  KnownTags() {
    Arrays.fill(texts, new byte[0]);
  }

  /// The end of the canonical name, from the blank behind the metric on; null when the text is not
  /// known.
  byte @Nullable [] find(byte[] source, int start, int end) {
    int length = end - start;
    if (length == 0 || length > MAX_BYTES) {
      return null;
    }
    int slot = slot(source, start, end);
    byte[] text = texts[slot];
    if (!Arrays.equals(text, 0, text.length, source, start, end)) {
      return null;
    }
    used[slot] = true;
    return canonical[slot];
  }

  /// Learns what the text came to, in the place of one that is not used any more.
  void add(byte[] source, int start, int end, Datapoint point) {
    int length = end - start;
    if (length == 0 || length > MAX_BYTES) {
      return;
    }
    int slot = slot(source, start, end);
    if (used[slot]) {
      used[slot] = false;
      return;
    }
    texts[slot] = Arrays.copyOfRange(source, start, end);
    canonical[slot] = Arrays.copyOfRange(point.name, point.metricLength, point.nameLength);
  }

  private static int slot(byte[] source, int start, int end) {
    return (int) NameHash.of(source, start, end - start) & (SLOTS - 1);
  }
}
