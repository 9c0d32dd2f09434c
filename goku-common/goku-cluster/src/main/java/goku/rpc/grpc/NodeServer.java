package goku.rpc.grpc;

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

/// Serves a node to roots. `start` and `close` are called once, by one thread; the node itself is
/// the caller's to close, afterwards.
public final class NodeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);

  /// How long a connection may be silent until the root is asked whether it is there.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  private static final Duration KEEP_ALIVE_PATIENCE = Duration.ofSeconds(5);

  /// Roots may ask that often whether the node is there.
  private static final Duration PERMITTED_KEEP_ALIVE = Duration.ofSeconds(5);

  /// How long running calls may take when the node closes.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final RpcConfig config;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("rpc-", 0).daemon().factory());
  private final RpcCredentials credentials;
  private final Server server;

  /// @throws IllegalArgumentException when a file of TLS cannot be used
  public NodeServer(StorageNode node, NodeHealth health, RpcConfig config, MeterRegistry registry) {
    this.config = config;
    var answers =
        new NodeAnswers(
            node, health, QueryMemory.ofThisProcess(), threads, new RpcMetrics(registry));
    credentials = RpcCredentials.ofServer(config.tls());
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(config.bind(), config.port()), credentials.server())
              .addService(answers.service())
              .directExecutor() // calls have threads of their own
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

  /// Takes calls from now on.
  ///
  /// @throws UncheckedIOException when the port cannot be had, saying what to do about it
  public void start() {
    try {
      server.start();
    } catch (IOException e) {
      threads.close();
      throw cannotListen(e);
    }
    LOG.info("serves roots on {}:{} as {}", config.bind(), port(), address());
  }

  /// The port in use, also when the configured one was 0.
  public int port() {
    return server.getPort();
  }

  /// `host:port` that roots reach the node by.
  public String address() {
    String host = config.advertise();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  /// Ends all calls and connections at once.
  void stopNow() {
    server.shutdownNow();
  }

  /// Takes no more calls, waits a while for those in work, then ends them.
  @Override
  public void close() {
    credentials.close();
    try {
      server.shutdown();
      if (!server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("calls of roots are still in work after {}: ending them", PATIENCE);
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
            ? "port %d on %s is in use: stop the other process or choose another port for roots"
                .formatted(config.port(), config.bind())
            : "cannot listen for roots on port %d of %s (%s): choose others"
                .formatted(config.port(), config.bind(), deepest.getMessage());
    return new UncheckedIOException(message, cause);
  }
}
