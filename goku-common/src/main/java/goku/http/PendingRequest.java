package goku.http;

import goku.config.DataSize;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;

/// A request whose body is on its way.
record PendingRequest(RequestHead head, ClientAbilities client, RequestBody body) {
  static PendingRequest begin(HttpRequest request, DataSize maxBody) {
    String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "-1");
    RequestBody body = new RequestBody(Long.parseLong(length), maxBody);
    return new PendingRequest(RequestHead.parse(request), ClientAbilities.of(request), body);
  }
}
