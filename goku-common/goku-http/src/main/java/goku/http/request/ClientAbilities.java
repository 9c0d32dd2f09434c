package goku.http.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Locale;

/// The abilities of a request's client.
///
/// @param gzip requested by `Accept-Encoding`
/// @param chunks known since HTTP/1.1; without them, the end of the connection ends a long body
/// @param keepAlive whether the client wants to keep the connection, with HTTP/1.0 only on request
public record ClientAbilities(boolean gzip, boolean chunks, boolean keepAlive) {
  /// The abilities assumed for the last answer of a connection.
  public static final ClientAbilities LAST_WORDS = new ClientAbilities(false, true, false);

  ClientAbilities withoutKeepAlive() {
    return new ClientAbilities(gzip, chunks, false);
  }

  static ClientAbilities of(HttpRequest request) {
    boolean chunks = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    String accepted = request.headers().get(HttpHeaderNames.ACCEPT_ENCODING, "");
    return new ClientAbilities(acceptsGzip(accepted), chunks, HttpUtil.isKeepAlive(request));
  }

  private static boolean acceptsGzip(String accepted) {
    for (String coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
      String plain = coding.replace(" ", "");
      if (plain.equals("gzip") || plain.startsWith("gzip;")) {
        return !plain.matches("gzip;q=0(\\.0*)?");
      }
    }
    return false;
  }
}
