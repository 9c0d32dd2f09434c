package goku.http.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Locale;

/// What the client of a request can take.
///
/// @param gzip asked for by `Accept-Encoding`
/// @param chunks known since HTTP/1.1; without them the end of the connection ends a long body
/// @param keepAlive whether it wants the connection to live on
public record ClientAbilities(boolean gzip, boolean chunks, boolean keepAlive) {
  /// Of a client that must be told something and then leave.
  public static final ClientAbilities LAST_WORDS = new ClientAbilities(false, true, false);

  static ClientAbilities of(HttpRequest request) {
    boolean chunks = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    boolean keepAlive = chunks && HttpUtil.isKeepAlive(request);
    String accepted = request.headers().get(HttpHeaderNames.ACCEPT_ENCODING, "");
    return new ClientAbilities(acceptsGzip(accepted), chunks, keepAlive);
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
