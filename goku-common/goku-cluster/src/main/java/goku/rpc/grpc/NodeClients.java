package goku.rpc.grpc;

import io.grpc.Channel;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The connections of a process to nodes: one per address, shared by all calls, opened on demand
/// and closed after some time without calls. Thread-safe.
public final class NodeClients implements AutoCloseable {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(2);
  private static final Duration KEEP_ALIVE_PATIENCE = Duration.ofSeconds(5);
  private static final Duration UNUSED = Duration.ofMinutes(10);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  private final RpcClientConfig config;
  private final RpcCredentials credentials;
  private final LongSupplier nanos;
  private final Map<String, Connection> connections = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /// Creates the connections' configuration without connecting.
  ///
  /// @throws IllegalArgumentException if a TLS file is unusable
  public NodeClients(RpcClientConfig config) {
    this(config, System::nanoTime);
  }

  /// Creates the connections with another clock.
  ///
  /// @param nanos the elapsed time in nanoseconds
  NodeClients(RpcClientConfig config, LongSupplier nanos) {
    this.config = config;
    this.nanos = nanos;
    credentials = RpcCredentials.ofClient(config.tls());
  }

  /// Returns the client of the node at an address, `host:port`. Connects only when it is called.
  public RemoteNode node(String address) {
    return new RemoteNode(this, address, config);
  }

  Channel channel(String address) {
    Connection connection = connections.get(address);
    if (connection == null) {
      closeUnused();
      connection = connections.computeIfAbsent(address, this::connect);
    }
    if (closed) {
      connection.channel.shutdownNow();
    }
    connection.use();
    return connection.channel;
  }

  int size() {
    return connections.size();
  }

  private Connection connect(String address) {
    return new Connection(
        NettyChannelBuilder.forTarget("dns:///" + address, credentials.client())
            .directExecutor() // arriving messages are only queued
            .maxInboundMessageSize(NodeMethods.MAX_MESSAGE_BYTES)
            .keepAliveTime(config.keepAlive().toNanos(), TimeUnit.NANOSECONDS)
            .keepAliveTimeout(KEEP_ALIVE_PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .keepAliveWithoutCalls(true)
            .withOption(
                ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(CONNECT_PATIENCE.toMillis()))
            .idleTimeout(UNUSED.toSeconds(), TimeUnit.SECONDS)
            .proxyDetector(target -> null) // nodes are not behind an HTTP proxy
            .disableRetry() // callers retry on other replicas
            .disableServiceConfigLookUp()
            .build());
  }

  /// Closes unused connections. Otherwise the addresses of removed nodes would stay forever.
  private void closeUnused() {
    Iterator<Connection> all = connections.values().iterator();
    while (all.hasNext()) {
      Connection connection = all.next();
      if (nanos.getAsLong() - connection.usedNanos > UNUSED.toNanos()) {
        all.remove();
        connection.channel.shutdown();
      }
    }
  }

  /// Ends all calls.
  @Override
  public void close() {
    closed = true;
    credentials.close();
    connections.values().forEach(connection -> connection.channel.shutdownNow());
    try {
      for (Connection connection : connections.values()) {
        var _ = connection.channel.awaitTermination(CLOSE_PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Connection {
    /// The maximum delay until a node that came back is noticed. The delays of gRPC itself would
    /// keep growing.
    private static final Duration RETRY = Duration.ofMillis(250);

    private final ManagedChannel channel;
    private volatile long usedNanos = nanos.getAsLong();
    private volatile long retriedNanos = usedNanos;

    Connection(ManagedChannel channel) {
      this.channel = channel;
    }

    void use() {
      long now = nanos.getAsLong();
      usedNanos = now;
      if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE
          && now - retriedNanos > RETRY.toNanos()) {
        retriedNanos = now;
        channel.resetConnectBackoff();
      }
    }
  }
}
