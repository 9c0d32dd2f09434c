package goku.standalone.bench.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;

/// An HTTP client that sends one request after the other on one persistent connection. Owned by one
/// thread.
public final class HttpWire implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int SHOWN = 300;

  private final String host;
  private final Socket socket;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  /// @param server the address, `http://host:port`
  public HttpWire(URI server) throws IOException {
    int port = server.getPort() < 0 ? 80 : server.getPort();
    host = server.getHost() + ":" + port;
    socket = new Socket(server.getHost(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
  }

  /// Returns the body of the answer.
  ///
  /// @throws StatusException if the status is not 2xx, with the server's message
  public String get(String pathAndQuery) throws IOException {
    ask(pathAndQuery);
    var body = new ByteArrayOutputStream();
    answer(body);
    return body.toString(UTF_8);
  }

  /// Reads and discards the answer, which takes less CPU time from a server on the same machine.
  ///
  /// @throws StatusException if the status is not 2xx
  public void read(String pathAndQuery) throws IOException {
    ask(pathAndQuery);
    answer(OutputStream.nullOutputStream());
  }

  private void ask(String pathAndQuery) throws IOException {
    socket
        .getOutputStream()
        .write("GET %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(pathAndQuery, host).getBytes(UTF_8));
  }

  public void post(String path, byte[] body) throws IOException {
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, host, body.length);
    byte[] request = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(ISO_8859_1), 0, request, 0, head.length());
    System.arraycopy(body, 0, request, head.length(), body.length);
    socket.getOutputStream().write(request);
    answer(OutputStream.nullOutputStream());
  }

  /// Copies the body to the stream, unless the answer is an error.
  private void answer(OutputStream body) throws IOException {
    String status = line();
    if (status.startsWith("HTTP/1.1 1")) { // an interim answer
      while (!line().isEmpty()) {
        // skip its headers
      }
      answer(body);
      return;
    }
    int code = Integer.parseInt(status.split(" ", 3)[1]);
    if (code / 100 == 2) {
      body(code, body);
      return;
    }
    var wrong = new ByteArrayOutputStream();
    body(code, wrong);
    String said = wrong.toString(UTF_8).replace('\n', ' ');
    throw new StatusException(code, said.substring(0, Math.min(SHOWN, said.length())));
  }

  private void body(int code, OutputStream body) throws IOException {
    long length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Long.parseLong(header.substring(15).strip());
      }
    }
    if (length >= 0) {
      copy(length, body);
    } else if (code != 204) {
      for (long chunk = chunk(); chunk > 0; chunk = chunk()) {
        copy(chunk, body);
        line();
      }
      line();
    }
  }

  private long chunk() throws IOException {
    return Long.parseLong(line(), 16);
  }

  private void copy(long bytes, OutputStream body) throws IOException {
    for (long left = bytes; left > 0; ) {
      int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException("the answer was cut short");
      }
      body.write(buffer, 0, read);
      left -= read;
    }
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
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
