package goku.http.request;

import goku.budget.Account;
import goku.budget.HeapBudget;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/// The accounts of a connection's heads: each head is charged while it is decoded. Event loop only.
public final class HeadAccounts implements HttpHeadersFactory {
  private final HeapBudget budget;
  private final String owner;
  private final Runnable abort;
  private @Nullable Account last;

  /// @param owner the address of the client
  /// @param abort called by any thread if the account of a head is aborted
  public HeadAccounts(HeapBudget budget, String owner, Runnable abort) {
    this.budget = budget;
    this.owner = owner;
    this.abort = abort;
  }

  @Override
  public HttpHeaders newHeaders() {
    Account account = budget.open(owner);
    account.onAbort(abort);
    last = account;
    return new ChargedHeaders(account);
  }

  @Override
  public HttpHeaders newEmptyHeaders() {
    return EmptyHttpHeaders.INSTANCE;
  }

  /// Returns the account of a decoded head, with its charge. The caller closes it.
  public Account take(HttpRequest head) {
    Account account =
        head.headers() instanceof ChargedHeaders charged ? charged.account() : budget.open(owner);
    if (account == last) {
      last = null;
    }
    return account;
  }

  /// Closes the account of the head that was not decoded to its end.
  public void close() {
    if (last != null) {
      last.close();
    }
  }
}
