package goku.query.control;

import goku.budget.Account;
import goku.budget.HeapBudget;
import goku.budget.Kind;

/// The heap that running queries use for datapoints. A query of a client's request is charged to
/// the request. Other queries, such as those of a root to a node, share the budget given here. One
/// query may use half of its budget, so that a big query leaves room for small ones. Thread-safe.
public final class QueryMemory {
  /// The owner of queries that belong to no client.
  public static final String OWNER = "queries";

  private final HeapBudget budget;

  public QueryMemory(long limitBytes) {
    this(new HeapBudget(limitBytes));
  }

  public QueryMemory(HeapBudget budget) {
    this.budget = budget;
  }

  public static QueryMemory ofThisProcess() {
    return new QueryMemory(HeapBudget.ofThisProcess());
  }

  /// Returns the bytes of queries that do not belong to a client's request.
  public long heldBytes() {
    return budget.heldBytes(Kind.QUERIES);
  }

  /// Returns the account for a query of this thread. If it is a new one, it holds nothing once the
  /// query is closed.
  Account account() {
    Account request = Account.current();
    return request == null ? open(OWNER) : request;
  }

  /// Returns a new account for a call. The caller closes it.
  ///
  /// @param owner the client that the root answers
  public Account open(String owner) {
    return budget.open(owner);
  }
}
