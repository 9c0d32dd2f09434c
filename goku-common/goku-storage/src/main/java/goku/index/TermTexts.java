package goku.index;

/// A cache of the bytes of recently used terms. Owned by a loader, which builds a name of a dozen
/// terms per series.
final class TermTexts {
  private static final int PLACES = 1 << 13;

  private final TermDictionary terms;
  private final int[] ids = new int[PLACES];
  private final byte[][] texts = new byte[PLACES][];

  TermTexts(TermDictionary terms) {
    this.terms = terms;
  }

  /// Returns the metric or `key=value`.
  byte[] get(int term) {
    int place = term & (PLACES - 1);
    if (ids[place] != term) { // no term has the id 0
      ids[place] = term;
      texts[place] = read(term);
    }
    return texts[place];
  }

  private byte[] read(int term) {
    int key = terms.keyOf(term);
    if (key == term) {
      return terms.bytes(term);
    }
    int keyLength = terms.length(key);
    byte[] text = new byte[keyLength + 1 + terms.length(term)];
    terms.copy(key, text, 0);
    text[keyLength] = '=';
    terms.copy(term, text, keyLength + 1);
    return text;
  }
}
