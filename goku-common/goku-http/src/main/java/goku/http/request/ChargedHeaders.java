package goku.http.request;

import goku.budget.Account;
import goku.budget.Kind;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;

/// The headers of a request, charged as they are decoded: 16,000 headers of four bytes take a
/// megabyte. Charges in steps, so that most heads are charged once.
final class ChargedHeaders extends DefaultHttpHeaders {
  private static final int STEP_BYTES = 8 << 10;

  /// The objects of a header: the entry here, and those of the two maps of `RequestHead`.
  private static final int HEADER_BYTES = 320;

  /// The copies of its text.
  private static final int COPIES = 3;

  private final Account account;
  private long used;
  private long charged;

  ChargedHeaders(Account account) {
    this.account = account;
  }

  Account account() {
    return account;
  }

  @Override
  public HttpHeaders add(CharSequence name, Object value) {
    charge(name, value);
    return super.add(name, value);
  }

  @Override
  public HttpHeaders add(String name, Object value) {
    charge(name, value);
    return super.add(name, value);
  }

  private void charge(CharSequence name, Object value) {
    int text = name.length() + (value instanceof CharSequence words ? words.length() : 0);
    used += HEADER_BYTES + (long) COPIES * text;
    if (used > charged) {
      long step = Math.max(STEP_BYTES, used - charged);
      account.hold(Kind.HEADS, step);
      charged += step;
    }
  }
}
