package goku.rpc.grpc;

import goku.budget.HeapBudget;
import goku.query.control.QueryMemory;
import goku.rpc.NodeHealth;
import goku.rpc.StorageNode;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A server through which roots call a node. One thread calls `start` and `close`, once each. The
/// caller closes the node itself afterwards.
public final class NodeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);

  /// The silence of a connection after which the root is pinged.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  private static final Duration KEEP_ALIVE_PATIENCE = Duration.ofSeconds(5);

  /// The shortest interval between pings of roots.
  private static final Duration PERMITTED_KEEP_ALIVE = Duration.ofSeconds(5);

  /// The time limit for running calls when the node closes.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RpcConfig config;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("rpc-", 0).daemon().factory());
  private final RpcCredentials credentials;
  private final Server server;

  /// Creates the server without listening.
  ///
  /// @throws IllegalArgumentException if a TLS file is unusable
  public NodeServer(StorageNode node, NodeHealth health, RpcConfig config, MeterRegistry registry) {
    this(node, health, config, HeapBudget.ofThisProcess(), registry);
  }

  /// Creates a server as above.
  ///
  /// @param budget the heap for calls, shared with other parts of the process
  public NodeServer(
      StorageNode node,
      NodeHealth health,
      RpcConfig config,
      HeapBudget budget,
      MeterRegistry registry) {
    this.config = config;
    var answers =
        new NodeAnswers(node, health, new QueryMemory(budget), threads, new RpcMetrics(registry));
    credentials = RpcCredentials.ofServer(config.tls());
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(config.bind(), config.port()), credentials.server())
              .addService(answers.service())
              .directExecutor() // calls have their own threads
              .maxInboundMessageSize(NodeMethods.MAX_MESSAGE_BYTES)
              .keepAliveTime(KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
              .keepAliveTimeout(KEEP_ALIVE_PATIENCE.toSeconds(), TimeUnit.SECONDS)
              .permitKeepAliveTime(PERMITTED_KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
              .permitKeepAliveWithoutCalls(true)
              .build();
    } catch (IllegalArgumentException e) {
      throw config.tls().unusable(e);
    }
  }

  /// Starts to accept calls.
  ///
  /// @throws UncheckedIOException if the port is unavailable, with a remedy
  public void start() {
    try {
      server.start();
    } catch (IOException e) {
      threads.close();
      throw cannotListen(e);
    }
    LOG.info("listening for roots address={}:{} advertised={}", config.bind(), port(), address());
  }

  /// Returns the port in use, even if the configured one was 0.
  public int port() {
    return server.getPort();
  }

  /// Returns the `host:port` at which roots reach the node.
  public String address() {
    String host = config.advertise();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  /// Ends all calls and connections at once.
  void stopNow() {
    server.shutdownNow();
  }

  /// Rejects new calls, waits a while for running ones, then ends them.
  @Override
  public void close() {
    credentials.close();
    try {
      server.shutdown();
      if (!server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("calls still running at shutdown, ending them after={}", PATIENCE);
        server.shutdownNow();
        var _ = server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      threads.close();
    }
  }

  private UncheckedIOException cannotListen(IOException cause) {
    Throwable deepest = cause;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String message =
        deepest instanceof BindException && String.valueOf(deepest.getMessage()).contains("in use")
            ? "cannot listen for roots on port=%d address=%s: in use; stop the other process or choose another port"
                .formatted(config.port(), config.bind())
            : "cannot listen for roots on port=%d address=%s: %s; choose others"
                .formatted(config.port(), config.bind(), deepest.getMessage());
    return new UncheckedIOException(message, cause);
  }
}
