package goku.http.request;

import goku.budget.Account;
import goku.http.HttpOptions;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;

/// A request whose body may be incomplete.
///
/// @param account charged with everything that the request holds, until its answer is sent
public record PendingRequest(
    RequestHead head, ClientAbilities client, RequestBody body, Account account) {
  private static final int SMALL_BYTES = 8 << 10;

  /// Creates a request from its head.
  ///
  /// @param account charged with the head
  /// @throws goku.http.HttpError if the head is invalid, or announces a body that is too large
  public static PendingRequest begin(HttpRequest request, HttpOptions options, Account account) {
    String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "-1");
    RequestHead head = RequestHead.parse(request, options);
    ClientAbilities client = ClientAbilities.of(request);
    long announced = Long.parseLong(length);
    var body = new RequestBody(announced, options.limits(), account);
    return new PendingRequest(head, client, body, account);
  }

  /// Returns the request as the last one of its connection.
  public PendingRequest last() {
    return new PendingRequest(head, client.withoutKeepAlive(), body, account);
  }

  /// Returns everything to the budget. The body must not be used afterwards.
  public void release() {
    body.forget();
    account.close();
  }

  /// Returns whether its complete body can be read very quickly.
  public boolean isSmall() {
    return body.size() <= SMALL_BYTES && head.header("content-encoding").isEmpty();
  }
}
