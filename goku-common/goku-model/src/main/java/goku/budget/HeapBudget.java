package goku.budget;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The heap that all requests of clients may hold together. Each charge has a kind, an account and
/// the account's owner: the user, otherwise the address. If the budget is full, the newest account
/// of the owner that holds most is aborted, whichever request has just asked. Accounts with a small
/// part of their owner's bytes are left alone. So a client that fills the budget stops itself and
/// not others. Thread-safe.
///
/// An aborted account holds its bytes until it is closed. Meanwhile other owners may charge up to
/// the reserve, so that they need not wait for its end. Its own owner may charge up to half of the
/// reserve. Otherwise the next requests of an attacker would take what is there for others.
public final class HeapBudget {
  private static final Logger LOG = LoggerFactory.getLogger(HeapBudget.class);

  /// The share of the heap for requests, in eighths. A half is for the index of series.
  private static final int EIGHTHS_OF_HEAP = 3;

  /// The part of the limit that may be charged beyond it: a sixteenth of the heap.
  private static final int RESERVE_PART = 6;

  /// The least part of an owner's bytes with which an account is aborted. Otherwise many small
  /// requests would end for one large request behind the same address.
  static final int LEAST_SHARE = 16;

  private final long limitBytes;
  private final long mostBytes;
  private final HeapRegions regions;

  // guarded by this, as all below
  private final Map<String, Owner> owners = new HashMap<>();
  private final Map<Kind, Long> byKind = new EnumMap<>(Kind.class);
  private long held;
  private long liveBytes;
  private long numbers;
  private long abortions;

  /// Creates a budget.
  ///
  /// @param limitBytes the bytes from which on accounts are aborted
  public HeapBudget(long limitBytes) {
    this(limitBytes, HeapRegions.NONE);
  }

  HeapBudget(long limitBytes, HeapRegions regions) {
    this.regions = regions;
    this.limitBytes = limitBytes;
    this.mostBytes = limitBytes + limitBytes / RESERVE_PART;
  }

  /// Returns a budget of three eighths of the process' heap.
  public static HeapBudget ofThisProcess() {
    return new HeapBudget(
        Runtime.getRuntime().maxMemory() / 8 * EIGHTHS_OF_HEAP, HeapRegions.ofThisProcess());
  }

  /// Returns the bytes from which on accounts are aborted.
  public long limitBytes() {
    return limitBytes;
  }

  /// Returns an account that holds nothing yet.
  ///
  /// @param owner the user, otherwise the address
  public Account open(String owner) {
    return new Account(this, owner);
  }

  HeapRegions regions() {
    return regions;
  }

  /// Returns the bytes of all accounts.
  public synchronized long heldBytes() {
    return held;
  }

  /// Returns the bytes of one kind of all accounts.
  public synchronized long heldBytes(Kind kind) {
    return byKind.getOrDefault(kind, 0L);
  }

  /// Returns how often a full budget has aborted or refused a request.
  public synchronized long abortions() {
    return abortions;
  }

  void hold(Account account, Kind kind, long more) {
    if (more == 0) {
      account.check();
      return;
    }
    List<Account> victims = new ArrayList<>(0);
    try {
      synchronized (this) {
        admit(account, kind, more, victims);
        change(account, kind, more);
      }
    } finally {
      victims.forEach(HeapBudget::stop); // outside of the lock: actions take locks of their own
    }
  }

  private static void stop(Account victim) {
    try {
      victim.stop();
    } catch (RuntimeException failed) { // the others must stop too
      LOG.warn("aborted request not stopped", failed);
    }
  }

  private void admit(Account account, Kind kind, long more, List<Account> victims) {
    account.check();
    if (account.closed) {
      throw BudgetExceededException.ended();
    }
    if (more < 0) {
      throw new IllegalArgumentException("cannot hold bytes=%d: release them".formatted(more));
    }
    if (account.bytes + more > limitBytes) {
      throw BudgetExceededException.tooLarge(kind, account.bytes + more, limitBytes);
    }
    while (liveBytes + more > limitBytes) {
      Account victim = newestOfLargest(account, more);
      abortions++;
      if (victim == account) {
        throw BudgetExceededException.full(limitBytes);
      }
      liveBytes -= victim.bytes;
      ownerOf(victim).abort(victim, BudgetExceededException.full(limitBytes));
      victims.add(victim);
    }
    if (held + more > mostBytes(ownerOf(account))) {
      abortions++;
      throw BudgetExceededException.ending(limitBytes);
    }
  }

  /// Returns the bytes that all accounts may hold for a charge of this owner to be admitted.
  private long mostBytes(Owner owner) {
    return owner.hasEnding() ? limitBytes + (mostBytes - limitBytes) / 2 : mostBytes;
  }

  /// Returns the account to abort. The bytes that `asking` wants count for its owner.
  private Account newestOfLargest(Account asking, long more) {
    Owner own = ownerOf(asking);
    Owner largest = own;
    long most = own.liveBytes() + more;
    for (Owner each : owners.values()) {
      if (each.liveBytes() > most) {
        most = each.liveBytes();
        largest = each;
      }
    }
    long share = most / LEAST_SHARE;
    boolean isShare = largest == own && asking.bytes + more >= share;
    Account newest = largest.newest(share);
    if (newest == null && !isShare) { // many small ones, all alike
      newest = largest.newest(0);
      isShare = largest == own;
    }
    boolean isLast = asking.bytes == 0 || newest == null || newest.number <= asking.number;
    return newest == null || (isShare && isLast) ? asking : newest;
  }

  private void change(Account account, Kind kind, long by) {
    if (by == 0) {
      return;
    }
    Owner owner = owners.computeIfAbsent(account.owner, _ -> new Owner());
    if (account.bytes == 0) {
      account.number = ++numbers;
      owner.add(account);
    }
    account.bytes += by;
    account.held.merge(kind, by, Long::sum);
    owner.change(account, by);
    if (account.aborted() == null) {
      liveBytes += by;
    }
    byKind.merge(kind, by, Long::sum);
    held += by;
    if (account.bytes == 0) {
      owner.remove(account);
      forgetIfEmpty(account.owner);
    }
  }

  private Owner ownerOf(Account account) {
    Owner owner = owners.get(account.owner);
    return owner == null ? new Owner() : owner;
  }

  private void forgetIfEmpty(String name) {
    Owner owner = owners.get(name);
    if (owner != null && owner.isEmpty()) {
      owners.remove(name);
    }
  }

  synchronized void release(Account account, Kind kind, long less) {
    if (less == 0 || account.closed) {
      return; // a thread that ends after its request
    }
    long before = account.held.getOrDefault(kind, 0L);
    if (less < 0 || less > before) {
      throw new IllegalStateException(
          "cannot release %d bytes of %s: the account holds %d"
              .formatted(less, kind.word(), before));
    }
    change(account, kind, -less);
  }

  synchronized void releaseAll(Account account, Kind kind) {
    change(account, kind, -account.held.getOrDefault(kind, 0L));
  }

  synchronized void close(Account account) {
    for (Kind kind : Kind.values()) {
      releaseAll(account, kind);
    }
    account.closed = true;
  }

  synchronized void move(Account account, String to) {
    if (account.bytes > 0) {
      ownerOf(account).remove(account);
      forgetIfEmpty(account.owner);
      owners.computeIfAbsent(to, _ -> new Owner()).add(account);
    }
    account.owner = to;
  }

  synchronized String owner(Account account) {
    return account.owner;
  }

  synchronized long bytes(Account account) {
    return account.bytes;
  }
}
