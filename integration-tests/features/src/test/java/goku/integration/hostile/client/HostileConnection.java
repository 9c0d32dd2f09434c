package goku.integration.hostile.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A socket that sends any bytes, and reads the status codes of HTTP answers. Used by one thread,
/// except that any thread may close it.
public final class HostileConnection {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([2-5]\\d\\d)");

  /// The length of a match of the pattern, less one.
  private static final int CARRIED = "HTTP/1.1 200".length() - 1;

  private static final int BLOCK = 1 << 16;

  private final Socket socket;

  HostileConnection(Socket socket) {
    this.socket = socket;
  }

  public HostileConnection send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1));
  }

  public HostileConnection send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /// Sends the same bytes again and again. Returns at the end, or when the server closes the
  /// connection.
  public HostileConnection flood(byte[] bytes, int times) {
    try {
      for (int i = 0; i < times; i++) {
        send(bytes);
      }
    } catch (IOException closed) {
      // the server may end a flood
    }
    return this;
  }

  /// Reads up to a number of bytes and ignores them.
  public HostileConnection skip(int bytes) throws IOException {
    socket.getInputStream().readNBytes(bytes);
    return this;
  }

  /// Reads until the server closes the connection. Returns the status codes of all answers.
  public List<Integer> statuses() throws IOException {
    List<Integer> found = new ArrayList<>();
    InputStream in = socket.getInputStream();
    byte[] block = new byte[BLOCK];
    String carried = "";
    try {
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        String text = carried + new String(block, 0, read, ISO_8859_1);
        Matcher status = STATUS.matcher(text);
        int end = 0;
        while (status.find()) {
          found.add(Integer.valueOf(status.group(1)));
          end = status.end();
        }
        carried = text.substring(Math.max(end, text.length() - CARRIED));
      }
    } catch (SocketException reset) {
      return found;
    }
    return found;
  }

  /// Ends the sending side only.
  public HostileConnection endOutput() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /// Closes the connection with a reset.
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  void close() throws IOException {
    socket.close();
  }
}
