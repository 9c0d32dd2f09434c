package goku.index;

/// The kind of a term. The same bytes may be a term of each kind.
enum TermKind {
  METRIC(0),
  KEY(1),
  /// A pair, whose bytes are `key=value`.
  PAIR(2);

  /// The code of the kind in the term's record.
  private final int code;

  TermKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static TermKind of(int code) {
    return switch (code) {
      case 0 -> METRIC;
      case 1 -> KEY;
      case 2 -> PAIR;
      default -> throw new IllegalStateException("no kind of terms has the code " + code);
    };
  }
}
