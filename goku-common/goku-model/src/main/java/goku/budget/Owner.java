package goku.budget;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The accounts of one user or address that hold bytes. Guarded by the lock of the budget.
final class Owner {
  /// By the order in which they began to hold bytes.
  private final NavigableMap<Long, Account> accounts = new TreeMap<>();

  /// The bytes of accounts that are not aborted.
  private long liveBytes;

  /// The bytes of accounts that are aborted and not closed.
  private long endingBytes;

  void add(Account account) {
    accounts.put(account.number, account);
    change(account, account.bytes);
  }

  void remove(Account account) {
    accounts.remove(account.number);
    change(account, -account.bytes);
  }

  /// Counts a change of an account's bytes.
  void change(Account account, long by) {
    if (account.aborted() == null) {
      liveBytes += by;
    } else {
      endingBytes += by;
    }
  }

  void abort(Account account, BudgetExceededException why) {
    change(account, -account.bytes);
    account.setAborted(why);
    change(account, account.bytes);
  }

  /// Returns whether an aborted account still holds bytes.
  boolean hasEnding() {
    return endingBytes > 0;
  }

  long liveBytes() {
    return liveBytes;
  }

  boolean isEmpty() {
    return accounts.isEmpty();
  }

  /// Returns the newest account of at least a size that is not aborted; null if there is none.
  @Nullable Account newest(long leastBytes) {
    for (Account account : accounts.descendingMap().values()) {
      if (account.aborted() == null && account.bytes >= leastBytes) {
        return account;
      }
    }
    return null;
  }
}
