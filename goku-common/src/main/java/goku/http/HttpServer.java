package goku.http;

import goku.http.answer.Dispatcher;
import goku.http.connection.Connections;
import goku.http.connection.HttpMetrics;
import goku.http.connection.Requests;
import goku.http.line.LineConnection;
import goku.http.line.LineMetrics;
import goku.http.request.BodyBudget;
import goku.http.security.Authenticator;
import goku.http.security.LoginFactory;
import goku.http.security.ServerTls;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves HTTP/1.1 and a line protocol on one port; the first byte of a connection decides.
/// Handlers run on virtual threads and may block. `start` and `close` are called once, by one
/// thread.
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  private static final WriteBufferWaterMark UNSENT_BYTES =
      new WriteBufferWaterMark(64 << 10, 256 << 10);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpConfig config;
  private final Requests requests;
  private final Connections connections;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          new DefaultThreadFactory("http-loop", true), NioIoHandler.newFactory());
  private @Nullable Channel listening;
  private boolean closed;

  /// Reads the files of TLS and of the users, which stay as they are now.
  ///
  /// @param lines speaks the line protocol; without it every connection is taken for HTTP
  /// @throws IllegalArgumentException when a file of `HttpSecurity` is wrong
  public HttpServer(
      HttpConfig config,
      Routes routes,
      LineHandler.@Nullable Factory lines,
      MeterRegistry registry) {
    this.config = config;
    HttpOptions options = config.options();
    HttpSecurity security = options.security();
    HttpMetrics metrics = new HttpMetrics(registry);
    Authenticator authenticator =
        security.hasUsers() ? new Authenticator(security.authFile()) : null;
    BodyBudget bodies = new BodyBudget(options.limits().bodiesBytes(), registry);
    Dispatcher dispatcher = new Dispatcher(routes, options, authenticator);
    this.requests = new Requests(options, dispatcher, bodies, metrics, threads);
    ServerTls tls = security.hasTls() ? new ServerTls(security) : null;
    LineHandler.Factory guarded = lines;
    if (lines != null && authenticator != null) {
      guarded = new LoginFactory(authenticator, lines, () -> metrics.rejected("unauthorized"));
    }
    this.connections = new Connections(requests, metrics, tls, spoken(guarded, registry));
  }

  private @Nullable Function<String, LineConnection> spoken(
      LineHandler.@Nullable Factory lines, MeterRegistry registry) {
    if (lines == null) {
      return null;
    }
    LineMetrics metrics = new LineMetrics(registry);
    int maxLine = (int) config.options().limits().maxLine().bytes();
    return remote -> new LineConnection(lines.open(remote), maxLine, threads, metrics, remote);
  }

  /// Listens from now on.
  ///
  /// @throws UncheckedIOException when the port cannot be had, saying what to do about it
  public void start() {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT_BYTES)
            .childHandler(connections)
            .bind(config.bind(), config.port())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      throw cannotListen(bound.cause());
    }
    listening = bound.channel();
    LOG.info("listening on {}:{}", config.bind(), port());
  }

  /// The port in use, also when the configured one was 0.
  public int port() {
    if (listening != null && listening.localAddress() instanceof InetSocketAddress address) {
      return address.getPort();
    }
    throw new IllegalStateException("the server is not listening: start it first");
  }

  /// Takes no more connections, waits a while for the requests in work, then for the line handlers
  /// to send on what they hold.
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (listening != null) {
        listening.close().await();
      }
      if (!requests.drain(PATIENCE)) {
        LOG.warn("requests are still in work after {}: closing their connections", PATIENCE);
      }
      connections.close();
      loops.shutdownGracefully(0, PATIENCE.toSeconds(), TimeUnit.SECONDS).await();
      threads.shutdown();
      if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("handlers are still at work after {}: interrupting them", PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
    }
  }

  private UncheckedIOException cannotListen(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof BindException && message.contains("in use")) {
      message =
          "port %d on %s is in use: stop the other process or choose another with --port"
              .formatted(config.port(), config.bind());
    } else {
      message =
          "cannot listen on port %d of %s (%s): choose others with --port and --bind"
              .formatted(config.port(), config.bind(), message);
    }
    BindException plain = new BindException(message);
    plain.initCause(cause);
    return new UncheckedIOException(message, plain);
  }
}
