package goku.index;

/// The terms of the name of a new series, each with a use more. Owned by the writer and used again
/// for each name.
final class NameTerms {
  private final TermDictionary terms;
  private final NameParser parser = new NameParser();
  private final PreviousName previous = new PreviousName();
  private int metric;
  private int[] tags = new int[16];

  NameTerms(TermDictionary terms) {
    this.terms = terms;
  }

  /// False when the bytes are no canonical name.
  boolean parse(byte[] bytes, int offset, int length) {
    return parser.parse(bytes, offset, length);
  }

  /// The term of the parsed name's metric, made if need be; `TermDictionary.NONE` when there is no
  /// memory. It has no use more before `acquire`.
  int findOrAddMetric(byte[] bytes, int offset) {
    metric = terms.findOrAddMetric(bytes, offset, parser.metricLength());
    return metric;
  }

  /// Uses the metric and the tags, which are made if need be. False when there is no memory; then
  /// nothing is used.
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

  /// To be called when terms may go.
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
