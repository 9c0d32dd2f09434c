package goku.root.expression;

/// How many values the expressions of one request may still compute. Not thread-safe.
public final class ValueBudget {
  /// 160 MB of doubles.
  private static final long DEFAULT_LIMIT = 20_000_000;

  private final long limit;
  private long used;

  ValueBudget(long limit) {
    this.limit = limit;
  }

  public static ValueBudget ofRequest() {
    return new ValueBudget(DEFAULT_LIMIT);
  }

  /// Throws unless so many more would be in the limit.
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
