package goku.http.request;

import goku.http.HttpOptions;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;

/// A request whose body may be incomplete.
public record PendingRequest(RequestHead head, ClientAbilities client, RequestBody body) {
  private static final int SMALL_BYTES = 8 << 10;

  /// Creates a request from its head.
  ///
  /// @throws goku.http.HttpError if the head is invalid, or announces a body that is too large
  public static PendingRequest begin(HttpRequest request, HttpOptions options, BodyBudget budget) {
    String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "-1");
    RequestHead head = RequestHead.parse(request, options);
    ClientAbilities client = ClientAbilities.of(request);
    long announced = Long.parseLong(length);
    return new PendingRequest(head, client, new RequestBody(announced, options.limits(), budget));
  }

  /// Returns the request as the last one of its connection.
  public PendingRequest last() {
    return new PendingRequest(head, client.withoutKeepAlive(), body);
  }

  /// Returns whether its complete body can be read very quickly.
  public boolean isSmall() {
    return body.size() <= SMALL_BYTES && head.header("content-encoding").isEmpty();
  }
}
