package goku.index;

/// The terms of the name of a new series, with a use of each. Owned by the writer and reused for
/// each name.
final class NameTerms {
  private final TermDictionary terms;
  private final NameParser parser = new NameParser();
  private final PreviousName previous = new PreviousName();
  private int metric;
  private int[] tags = new int[16];

  NameTerms(TermDictionary terms) {
    this.terms = terms;
  }

  /// Parses a name. Returns false if the bytes are not a canonical name.
  boolean parse(byte[] bytes, int offset, int length) {
    return parser.parse(bytes, offset, length);
  }

  /// Returns the term of the parsed name's metric, creating the term if needed. Returns
  /// `TermDictionary.NONE` when memory is full. Its use is added by `acquire`.
  int findOrAddMetric(byte[] bytes, int offset) {
    metric = terms.findOrAddMetric(bytes, offset, parser.metricLength());
    return metric;
  }

  /// Adds a use to the metric and to each tag, creating tags if needed. Returns false when memory
  /// is full. No use is added then.
  boolean acquire(byte[] bytes, int offset, int length) {
    int count = parser.tagCount();
    if (count > tags.length) {
      tags = new int[count];
    }
    terms.use(metric);
    previous.begin();
    for (int n = 0; n < count; n++) {
      int start = parser.start(n);
      int tag = previous.find(bytes, start, parser.length(n));
      if (tag == TermDictionary.NONE) {
        tag = terms.findOrAddPair(bytes, start, parser.length(n), parser.keyLength(n));
      }
      if (tag == TermDictionary.NONE) {
        release(n);
        return false;
      }
      terms.use(tag);
      tags[n] = tag;
    }
    previous.keep(bytes, offset, length, parser, tags);
    return true;
  }

  /// Takes the uses back.
  void release() {
    release(parser.tagCount());
  }

  /// Forgets the previous name. Must be called before terms may be removed.
  void forget() {
    previous.forget();
  }

  int metric() {
    return metric;
  }

  int[] tags() {
    return tags;
  }

  int tagCount() {
    return parser.tagCount();
  }

  private void release(int tagCount) {
    previous.forget();
    terms.release(metric);
    for (int n = 0; n < tagCount; n++) {
      terms.release(tags[n]);
    }
  }
}
