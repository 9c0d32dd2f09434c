package goku.root.opentsdb.expression;

import goku.budget.Account;
import goku.budget.Kind;

/// The memory of expressions, which is charged to the request of the calling thread until its end.
final class RequestCharge {
  private RequestCharge() {}

  /// Charges bytes before they are allocated.
  static void hold(long bytes) {
    Account.holdForCurrent(Kind.QUERIES, bytes);
  }
}
