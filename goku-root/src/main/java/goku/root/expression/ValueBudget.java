package goku.root.expression;

/// A limit on the number of values that the expressions of one request compute. Not thread-safe.
public final class ValueBudget {
  /// The default limit, 160 MB of doubles.
  private static final long DEFAULT_LIMIT = 20_000_000;

  private final long limit;
  private long used;

  ValueBudget(long limit) {
    this.limit = limit;
  }

  public static ValueBudget ofRequest() {
    return new ValueBudget(DEFAULT_LIMIT);
  }

  /// Throws if this many more values would exceed the limit.
  void check(long values) {
    if (used + values > limit) {
      throw new TooLargeException(
          "The expressions would compute more than %d values; narrow the filters or the time range, or downsample"
              .formatted(limit));
    }
  }

  void use(long values) {
    check(values);
    used += values;
  }
}
