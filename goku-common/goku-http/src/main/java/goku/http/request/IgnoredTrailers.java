package goku.http.request;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;

/// The trailers of a chunked body, which are not kept because nothing reads them.
public final class IgnoredTrailers extends DefaultHttpHeaders {
  /// The factory of trailers.
  public static final HttpHeadersFactory FACTORY =
      new HttpHeadersFactory() {
        @Override
        public HttpHeaders newHeaders() {
          return new IgnoredTrailers();
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
          return EmptyHttpHeaders.INSTANCE;
        }
      };

  private IgnoredTrailers() {}

  @Override
  public HttpHeaders add(CharSequence name, Object value) {
    return this;
  }

  @Override
  public HttpHeaders add(String name, Object value) {
    return this;
  }
}
