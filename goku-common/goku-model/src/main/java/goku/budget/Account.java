package goku.budget;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// The bytes that one request or connection of a client holds in the budget. Thread-safe. The
/// account that a thread works for travels with it, as the caller does.
public final class Account implements AutoCloseable {
  private static final ScopedValue<Account> CURRENT = ScopedValue.newInstance();

  private final HeapBudget budget;
  private volatile @Nullable BudgetExceededException aborted;
  private volatile Runnable stop = () -> {};

  // guarded by the budget, as all below
  final Map<Kind, Long> held = new EnumMap<>(Kind.class);
  String owner;
  long bytes;
  boolean closed;

  /// The place in the order of accounts that hold bytes.
  long number;

  Account(HeapBudget budget, String owner) {
    this.budget = budget;
    this.owner = owner;
  }

  /// Returns the call as work for the account of this thread, on any thread.
  public static <T> Callable<T> ofCurrent(Callable<T> call) {
    Account account = current();
    return account == null ? call : () -> account.call(call::call);
  }

  /// Holds bytes for the request for which the calling thread works, if there is one.
  ///
  /// @throws BudgetExceededException as `hold` does
  public static void holdForCurrent(Kind kind, long bytes) {
    Account account = current();
    if (account != null) {
      account.hold(kind, bytes);
    }
  }

  /// Returns the account for which this thread works; null if it works for no client.
  public static @Nullable Account current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  /// Calls the work for this account.
  public <T, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, this).call(work);
  }

  /// Returns the budget of this account.
  public HeapBudget budget() {
    return budget;
  }

  /// Charges bytes, before they are allocated. If the budget is full, the newest accounts of the
  /// owner that holds most are aborted, until there is room.
  ///
  /// @throws BudgetExceededException if this account was aborted or is the one to abort, if it
  ///   would not fit into an empty budget, if the aborted accounts still hold too much, or if this
  ///   account is closed. The bytes are not charged then.
  public void hold(Kind kind, long more) {
    budget.hold(this, kind, more);
  }

  /// Returns the bytes of the heap that an array of bytes takes, which are more than its length if
  /// it is a large one.
  public long bytesOfArray(int length) {
    return budget.regions().bytesOfArray(length);
  }

  /// Returns charged bytes to the budget.
  public void release(Kind kind, long less) {
    budget.release(this, kind, less);
  }

  /// Returns all charged bytes of a kind to the budget.
  public void releaseAll(Kind kind) {
    budget.releaseAll(this, kind);
  }

  /// Moves the account, with the bytes that it holds, to another owner.
  public void moveTo(String newOwner) {
    budget.move(this, newOwner);
  }

  /// Sets the action that makes the client's work stop soon. It replaces the previous one, is
  /// called at once if the account is aborted already, and may be called by any thread.
  public void onAbort(Runnable action) {
    stop = action;
    if (aborted != null) {
      action.run();
    }
  }

  /// Returns why this account was aborted; null if it was not.
  public @Nullable BudgetExceededException aborted() {
    return aborted;
  }

  /// Throws the exception with which this account was aborted, if it was.
  public void check() {
    BudgetExceededException why = aborted;
    if (why != null) {
      throw why;
    }
  }

  /// Returns the owner that it is charged to.
  public String owner() {
    return budget.owner(this);
  }

  /// Returns the charged bytes.
  public long bytes() {
    return budget.bytes(this);
  }

  /// Returns all bytes to the budget. Threads that still work for the request can charge nothing
  /// more, and what they release counts no longer.
  @Override
  public void close() {
    budget.close(this);
  }

  void setAborted(@Nullable BudgetExceededException why) {
    aborted = why;
  }

  void stop() {
    stop.run();
  }
}
