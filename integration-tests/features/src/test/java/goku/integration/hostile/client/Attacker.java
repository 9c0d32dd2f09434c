package goku.integration.hostile.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/// The connections of one attack, from the addresses 127.0.0.2 to 127.0.0.9 in turn. Notes the
/// status codes of the answers. Closing it closes all connections, which ends an attack that waits
/// for the server. Thread-safe.
public final class Attacker implements AutoCloseable {
  private static final int FIRST_ADDRESS = 2;
  private static final int ADDRESSES = 8;

  /// So small that the server soon has to wait for a client that does not read.
  private static final int SMALL_BUFFER = 4096;

  private final ToIntFunction<Port> ports;
  private final boolean isLong;

  // guarded by this, as all below
  private final List<HostileConnection> connections = new ArrayList<>();
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private boolean closed;

  /// @param isLong whether attacks do the work of the long form
  public Attacker(ToIntFunction<Port> ports, boolean isLong) {
    this.ports = ports;
    this.isLong = isLong;
  }

  /// Returns the amount of work of this form of the test.
  public int times(int inShortForm, int inLongForm) {
    return isLong ? inLongForm : inShortForm;
  }

  /// Connects to the public port.
  public HostileConnection connect() throws IOException {
    return connect(Port.PUBLIC);
  }

  public HostileConnection connect(Port port) throws IOException {
    return connect(port, new Socket());
  }

  /// Connects to the public port with a small receive buffer.
  public HostileConnection connectSlowReader() throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(SMALL_BUFFER);
    return connect(Port.PUBLIC, socket);
  }

  private HostileConnection connect(Port port, Socket socket) throws IOException {
    var connection = new HostileConnection(socket);
    InetAddress own;
    synchronized (this) {
      if (closed) {
        throw new IOException("the attack has ended");
      }
      int last = FIRST_ADDRESS + connections.size() % ADDRESSES;
      own = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
      connections.add(connection);
    }
    socket.bind(new InetSocketAddress(own, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.applyAsInt(port)));
    return connection;
  }

  /// Sends a request to the public port and reads its answer. Returns the status code; 0 if the
  /// server closed the connection without an answer.
  public int ask(byte[] request) throws IOException {
    return ask(Port.PUBLIC, request);
  }

  public int ask(Port port, byte[] request) throws IOException {
    return answer(send(port, request));
  }

  /// Sends a request on a connection of its own, and leaves the answer to `answer`.
  public HostileConnection send(Port port, byte[] request) throws IOException {
    // a server that refuses a request may close the connection before it has arrived
    return connect(port).flood(request, 1);
  }

  /// Sends a request on many connections at the same time, and then reads all answers.
  public void askAtOnce(int count, byte[] request) throws IOException {
    List<HostileConnection> asking = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asking.add(send(Port.PUBLIC, request));
    }
    for (HostileConnection connection : asking) {
      answer(connection);
    }
  }

  /// Sends a request that must be refused with a status. A closed connection is a refusal too, and
  /// so is 503, which means that the budget is full of other requests.
  public void refused(int status, byte[] request) throws IOException {
    refused(Port.PUBLIC, status, request);
  }

  public void refused(Port port, int status, byte[] request) throws IOException {
    int answered = ask(port, request);
    if (answered != status && answered != 503 && answered != 0) {
      fault("answered " + answered + " instead of " + status);
    }
  }

  /// Reads a connection to its end. Returns the status of the last answer; 0 if there is none.
  public int answer(HostileConnection connection) throws IOException {
    List<Integer> statuses = connection.statuses();
    synchronized (this) {
      statuses.forEach(status -> answers.merge(status, 1, Integer::sum));
    }
    return statuses.isEmpty() ? 0 : statuses.getLast();
  }

  /// Notes a fault of the server.
  public synchronized void fault(String what) {
    faults.add(what);
  }

  /// Returns the faults: what was noted, and answers that admit a defect of the server.
  public synchronized List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    if (answers.containsKey(500)) {
      all.add("answered 500, count=" + answers.get(500));
    }
    return all;
  }

  /// Returns the number of answers by status code.
  public synchronized Map<Integer, Integer> answers() {
    return new TreeMap<>(answers);
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (HostileConnection connection : connections) {
      try {
        connection.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
