package goku.integration.hostile.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;

/// The bytes of HTTP requests, sent as they are given.
public final class Requests {
  private static final String HOST = "Host: 127.0.0.1\r\n";

  private Requests() {}

  /// A GET.
  ///
  /// @param headers each with its name, without the end of the line
  public static byte[] get(String target, String... headers) {
    return request("GET", target, new byte[0], headers);
  }

  public static byte[] post(String target, String body, String... headers) {
    return request("POST", target, body.getBytes(UTF_8), headers);
  }

  /// A POST of a body that is compressed by gzip.
  public static byte[] postZipped(String target, byte[] zipped) {
    return request("POST", target, zipped, "Content-Encoding: gzip");
  }

  /// A request after which the server closes the connection.
  public static byte[] request(String method, String target, byte[] body, String... headers) {
    var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n" + HOST);
    head.append("Connection: close\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    if (body.length > 0) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    var all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
    all.writeBytes(body);
    return all.toByteArray();
  }

  /// A GET after which the connection stays open.
  public static String persistentGet(String target) {
    return "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n";
  }

  /// The head of a POST without its end, so that headers can follow.
  public static String beginPost(String target) {
    return "POST " + target + " HTTP/1.1\r\n" + HOST;
  }

  /// Encodes a value of a query string.
  public static String encode(String value) {
    return URLEncoder.encode(value, UTF_8);
  }
}
