package goku.index;

import java.util.Arrays;

/// The name that was added last, with its terms. Agents name all of their series alike, so most
/// components of a new name are found here without a look-up. Owned by the writer, which forgets
/// the name when terms are removed.
final class PreviousName {
  private byte[] bytes = new byte[1024];
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int[] terms = new int[16];
  private int count;
  private int next;

  /// Starts the look-ups of the components of a name.
  void begin() {
    next = 0;
  }

  /// Returns the term of a component, or `TermDictionary.NONE` if the previous name does not have
  /// it. Components must be looked up in their order, which is nearly byte order, so a miss skips
  /// the smaller ones.
  int find(byte[] name, int from, int length) {
    int to = from + length;
    while (next < count) {
      int order = Arrays.compareUnsigned(bytes, starts[next], ends[next], name, from, to);
      if (order > 0) {
        return TermDictionary.NONE;
      }
      int term = terms[next++];
      if (order == 0) {
        return term;
      }
    }
    return TermDictionary.NONE;
  }

  /// Keeps the tags of a parsed name.
  void keep(byte[] name, int offset, int length, NameParser parser, int[] tags) {
    if (length > bytes.length) {
      bytes = new byte[Math.max(length, bytes.length * 2)];
    }
    count = parser.tagCount();
    if (count > terms.length) {
      starts = new int[count];
      ends = new int[count];
      terms = new int[count];
    }
    System.arraycopy(name, offset, bytes, 0, length);
    System.arraycopy(tags, 0, terms, 0, count);
    for (int n = 0; n < count; n++) {
      starts[n] = parser.start(n) - offset;
      ends[n] = starts[n] + parser.length(n);
    }
  }

  void forget() {
    count = 0;
  }
}
