package goku.http.request;

import goku.http.HttpOptions;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;

/// A request whose body is on its way or has come.
public record PendingRequest(RequestHead head, ClientAbilities client, RequestBody body) {
  private static final int SMALL_BYTES = 8 << 10;

  /// A request of which only the head has come.
  ///
  /// @throws goku.http.HttpError when it cannot be understood, or announces a body too large
  public static PendingRequest begin(HttpRequest request, HttpOptions options, BodyBudget budget) {
    String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "-1");
    RequestHead head = RequestHead.parse(request, options.basePath());
    ClientAbilities client = ClientAbilities.of(request);
    long announced = Long.parseLong(length);
    return new PendingRequest(head, client, new RequestBody(announced, options.limits(), budget));
  }

  /// Whether its body, which has come, is read in no time.
  public boolean isSmall() {
    return body.size() <= SMALL_BYTES && head.header("content-encoding").isEmpty();
  }
}
