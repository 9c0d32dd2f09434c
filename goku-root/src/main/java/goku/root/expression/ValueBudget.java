package goku.root.expression;

import java.util.function.LongConsumer;

/// A limit on the number of values that the expressions of one request compute. Values are charged
/// to the request before they are computed, until it ends. Not thread-safe.
public final class ValueBudget {
  /// The default limit, 160 MB of doubles.
  private static final long DEFAULT_LIMIT = 20_000_000;

  private final long limit;
  private final LongConsumer charge;
  private long used;

  ValueBudget(long limit, LongConsumer charge) {
    this.limit = limit;
    this.charge = charge;
  }

  /// Returns the budget of a request.
  ///
  /// @param charge called with the bytes of values, before they are computed; throws if the request
  ///   may not hold them
  public static ValueBudget ofRequest(LongConsumer charge) {
    return new ValueBudget(DEFAULT_LIMIT, charge);
  }

  /// Throws if this many more values would exceed the limit.
  void check(long values) {
    if (used + values > limit) {
      throw new TooLargeException(
          "The expressions would compute more than %d values; narrow the filters or the time range, or downsample"
              .formatted(limit));
    }
  }

  /// Counts values that are about to be computed. Throws if they exceed the limit, or if the
  /// request may not hold them.
  public void use(long values) {
    check(values);
    used += values;
    charge.accept(values * Double.BYTES);
  }
}
