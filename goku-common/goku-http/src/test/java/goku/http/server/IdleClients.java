package goku.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.testkit.ThisJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Many connections to a port that do nothing, in a process of their own: so each of the two
/// processes needs a descriptor for one end only. Every other one has been answered once before, as
/// those that clients keep for later; the rest have never said a word. The process also ends when
/// the test does.
final class IdleClients implements AutoCloseable {
  private static final String READY = "ready";

  private final Process process;
  private final BufferedReader lines;

  private IdleClients(Process process) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
  }

  /// Returns when all stand.
  static IdleClients connect(int port, int number) throws IOException {
    var clients =
        new IdleClients(
            new ProcessBuilder(
                    ThisJava.path(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    ThisJava.classpath(),
                    IdleClients.class.getName(),
                    Integer.toString(port),
                    Integer.toString(number))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    String line = clients.lines.readLine();
    if (!READY.equals(line)) {
      clients.close();
      throw new IOException("the clients ended before all were connected: " + line);
    }
    return clients;
  }

  /// Returns the number of connections that the server has closed. Called at most once.
  int closedByServer() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    String line = lines.readLine();
    if (line == null) {
      throw new IOException("the clients have ended");
    }
    return Integer.parseInt(line);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  public static void main(String[] arguments) throws IOException {
    var address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    int number = Integer.parseInt(arguments[1]);
    List<SocketChannel> channels = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      SocketChannel channel = SocketChannel.open(address);
      channels.add(channel);
      if (i % 2 == 0) {
        hearAnswer(channel);
      }
    }
    System.out.println(READY);
    if (System.in.read() >= 0) {
      System.out.println(closed(channels));
      int endOfTest = System.in.read();
      Runtime.getRuntime().halt(endOfTest);
    }
  }

  private static void hearAnswer(SocketChannel channel) throws IOException {
    channel.write(ByteBuffer.wrap("GET /api/echo HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1)));
    ByteBuffer answer = ByteBuffer.allocate(1_024);
    while (!new String(answer.array(), 0, answer.position(), ISO_8859_1).endsWith("\r\n\r\nGET ")) {
      if (channel.read(answer) < 0) {
        throw new IOException("closed instead of answered");
      }
    }
  }

  private static int closed(List<SocketChannel> channels) throws IOException {
    ByteBuffer nothing = ByteBuffer.allocate(1);
    int closed = 0;
    for (SocketChannel channel : channels) {
      channel.configureBlocking(false);
      if (channel.read(nothing) < 0) {
        closed++;
      }
    }
    return closed;
  }
}
