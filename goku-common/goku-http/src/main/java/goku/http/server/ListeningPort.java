package goku.http.server;

import goku.http.connection.Connections;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A port of the server with its connections and their requests. Used by the thread that owns the
/// server.
final class ListeningPort {
  private static final Logger LOG = LoggerFactory.getLogger(ListeningPort.class);
  private static final WriteBufferWaterMark UNSENT_BYTES =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final Address address;
  private final Connections connections;
  private @Nullable Channel listening;

  /// The address of a port.
  ///
  /// @param prefix the prefix of the keys `bind` and `port`, for messages
  record Address(String bind, int port, String prefix) {}

  ListeningPort(Address address, Connections connections) {
    this.address = address;
    this.connections = connections;
  }

  /// Starts listening.
  ///
  /// @throws UncheckedIOException if the port is not available, with the remedy
  void start(EventLoopGroup loops) {
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
            .bind(address.bind(), address.port())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw cannotListen(bound.cause());
    }
    listening = bound.channel();
    LOG.info("listening address={}:{} key={}port", address.bind(), number(), address.prefix());
  }

  /// Returns the actual port, even if the configured one is 0.
  int number() {
    if (listening != null && listening.localAddress() instanceof InetSocketAddress local) {
      return local.getPort();
    }
    throw new IllegalStateException("the server is not listening: start it first");
  }

  /// Accepts no more connections.
  void stopListening() throws InterruptedException {
    if (listening != null) {
      listening.close().await();
    }
  }

  /// Waits for the answers in progress, and ends all connections.
  ///
  /// @param moment how long idle connections stay open
  void drain(Duration moment, Duration patience) throws InterruptedException {
    if (!connections.close(moment, patience)) {
      LOG.warn("requests still in progress, connections closed after={}", patience);
    }
  }

  private UncheckedIOException cannotListen(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof BindException && message.contains("in use")) {
      message =
          "port %d on %s is in use: stop the other process or choose another with --%sport"
              .formatted(address.port(), address.bind(), address.prefix());
    } else {
      message =
          "cannot listen on port %d of %s (%s): choose others with --%sport and --%sbind"
              .formatted(
                  address.port(), address.bind(), message, address.prefix(), address.prefix());
    }
    BindException plain = new BindException(message);
    plain.initCause(cause);
    return new UncheckedIOException(message, plain);
  }
}
