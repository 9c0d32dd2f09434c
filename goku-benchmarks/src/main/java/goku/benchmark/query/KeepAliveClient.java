package goku.benchmark.query;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/// A minimal client that sends one query after the other on one connection and counts the bytes of
/// the answers, so that the benchmark measures the server.
final class KeepAliveClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final byte[] buffer = new byte[64 << 10];

  KeepAliveClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
  }

  /// Bytes of the body of the answer, which must have the status.
  long post(String path, String json, int status) throws IOException {
    byte[] body = json.getBytes(ISO_8859_1);
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, body.length);
    byte[] request = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(ISO_8859_1), 0, request, 0, head.length());
    System.arraycopy(body, 0, request, head.length(), body.length);
    socket.getOutputStream().write(request);
    return answered(status);
  }

  /// Bytes of the body of the answer, however long, which must have the status.
  long fetch(String path, int status) throws IOException {
    String request = "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path);
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    return answered(status);
  }

  private long answered(int status) throws IOException {
    String first = line();
    if (!first.startsWith("HTTP/1.1 " + status)) {
      throw new IOException("answered " + first);
    }
    long length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Long.parseLong(header.substring(15).trim());
      }
    }
    return length >= 0 ? skip(length) : chunks();
  }

  /// The body of an answer that fits into one buffer of the server.
  String get(String path) throws IOException {
    String request = "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path);
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    line();
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(header.substring(15).trim());
      }
    }
    return new String(in.readNBytes(length), ISO_8859_1);
  }

  private long chunks() throws IOException {
    long bytes = 0;
    while (true) {
      long chunk = Long.parseLong(line(), 16);
      bytes += skip(chunk);
      line();
      if (chunk == 0) {
        return bytes;
      }
    }
  }

  private long skip(long bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException("the answer was cut short");
      }
      left -= read;
    }
    return bytes;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the answer was cut short");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
