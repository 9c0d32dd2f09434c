package goku.rpc;

import goku.budget.Account;
import goku.budget.Kind;
import org.jspecify.annotations.Nullable;

/// The memory of the series that a search has found, charged to the request for which the thread
/// works. It stays charged until the request ends, because the answer is made of these series.
/// Owned by one thread.
final class FoundCharge {
  /// The objects of a series with some tags, and of its entry in a set.
  private static final long SERIES_BYTES = 400;

  private static final int STEP = 256;

  private final @Nullable Account account = Account.current();
  private long charged;

  /// Charges for the number of series that are held now, in steps.
  ///
  /// @throws goku.budget.BudgetExceededException if the request may not hold as many
  void holds(int series) {
    if (account != null && series > charged) {
      account.hold(Kind.QUERIES, STEP * SERIES_BYTES);
      charged += STEP;
    }
  }
}
