package goku.integration.programs.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/// A TCP proxy that keeps all that its clients send, and the answers. Thread-safe.
public final class RecordingProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private static final Pattern ERROR = Pattern.compile("^(put: |HTTP/1.1 [45])");

  private final ServerSocket listener;
  private final int target;
  private final List<Connection> connections = new CopyOnWriteArrayList<>();

  private RecordingProxy(ServerSocket listener, int target) {
    this.listener = listener;
    this.target = target;
  }

  private record Connection(
      Socket client, Socket server, ByteArrayOutputStream sent, ByteArrayOutputStream answered) {}

  /// Starts a proxy for a port of this machine.
  public static RecordingProxy to(int target) {
    try {
      var listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
      var proxy = new RecordingProxy(listener, target);
      Thread.ofVirtual().name("proxy-accept").start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /// Returns the datapoints that arrived completely, in the order of their connections.
  public Sent sent() {
    var reader = new SentReader();
    connections.forEach(connection -> reader.read(connection.sent().toByteArray()));
    return reader.sent();
  }

  /// Returns the lines that the server answered and that tell an error, by telnet and by HTTP.
  public List<String> errors() {
    return connections.stream()
        .flatMap(connection -> connection.answered().toString(UTF_8).lines())
        .filter(line -> ERROR.matcher(line).find())
        .toList();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Connection connection : connections) {
        connection.client().close();
        connection.server().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // the proxy was closed, or the server refused this connection: its client sees the end of
        // it
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server;
    try {
      server = new Socket(InetAddress.getLoopbackAddress(), target);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    var connection =
        new Connection(client, server, new ByteArrayOutputStream(), new ByteArrayOutputStream());
    connections.add(connection);
    Thread.ofVirtual().name("proxy-send").start(() -> copy(client, server, connection.sent()));
    Thread.ofVirtual()
        .name("proxy-answer")
        .start(() -> copy(server, client, connection.answered()));
  }

  /// Copies until one of the two ends, then ends the other in this direction.
  private static void copy(Socket from, Socket to, ByteArrayOutputStream record) {
    var buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        record.write(buffer, 0, length);
        out.write(buffer, 0, length);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      closeBoth(from, to);
    }
  }

  private static void closeBoth(Socket one, Socket other) {
    try (one) {
      other.close();
    } catch (IOException e) {
      // the other end has noticed
    }
  }
}
