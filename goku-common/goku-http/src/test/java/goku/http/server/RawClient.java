package goku.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.testkit.HangLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;

/// A socket without manners: sends bytes as they are told and reads answers by hand.
final class RawClient implements AutoCloseable {
  final Socket socket;

  RawClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout((int) HangLimits.STEP.toMillis());
  }

  /// A client whose own address is another one of the loopback network.
  ///
  /// @param last the last byte of the address
  RawClient(int last, int port) throws IOException {
    this(
        new Socket(
            InetAddress.getLoopbackAddress(),
            port,
            InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}),
            0));
    socket.setSoTimeout((int) HangLimits.STEP.toMillis());
  }

  RawClient(Socket socket) {
    this.socket = socket;
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /// Status line and headers, as far as the empty line.
  String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = socket.getInputStream().read();
      if (b < 0) {
        throw new IOException("connection ended after: " + head);
      }
      head.append((char) b);
    }
    return head.toString();
  }

  /// One answer with `Content-Length`.
  String answer() throws IOException {
    String head = head();
    int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ");
    int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16).split("\r", 2)[0]);
    return head + new String(socket.getInputStream().readNBytes(length), ISO_8859_1);
  }

  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int b = socket.getInputStream().read();
    while (b >= 0 && b != '\n') {
      line.append((char) b);
      b = socket.getInputStream().read();
    }
    return line.toString();
  }

  /// Returns all bytes until the server closes the connection, in any way.
  String rest() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    try {
      in.transferTo(all);
    } catch (SocketException e) {
      all.writeBytes("[reset]".getBytes(ISO_8859_1));
    }
    return all.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
