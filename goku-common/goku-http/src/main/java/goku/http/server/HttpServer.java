package goku.http.server;

import goku.budget.HeapBudget;
import goku.file.FileDescriptors;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.http.HttpOptions;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.http.answer.Dispatcher;
import goku.http.connection.Connections;
import goku.http.connection.HttpMetrics;
import goku.http.connection.Requests;
import goku.http.connection.Vigil;
import goku.http.line.LineConnection;
import goku.http.line.LineConnections;
import goku.http.line.LineMetrics;
import goku.http.security.LoginFactory;
import goku.http.security.ServerSecurity;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.UncheckedIOException;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A server of HTTP/1.1 and a line protocol on one port, which the first byte of a connection
/// distinguishes, and of HTTP for operators on an optional second port. Handlers run on their own
/// threads and may block. One thread calls `start` and `close` once each.
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// The time for clients that send one request after the other.
  private static final Duration MOMENT = Duration.ofMillis(200);

  /// The eighths of the open files for connections. Operators are few, and an embedded broker gets
  /// an eighth too.
  private static final int PUBLIC_SHARE = 5;

  private static final int ADMIN_SHARE = 1;

  private final HttpOptions options;
  private final FileDescriptors descriptors;
  private final HttpMetrics metrics;
  private final HeapBudget budget;
  private final ServerSecurity security;

  /// The threads of requests. They are not virtual, because up to JDK 25 virtual threads keep their
  /// carriers while they wait for a class, and a process that has just started could run out of
  /// carriers.
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("http-", 0).daemon().factory());

  /// The threads of connections with lines, each of which may wait for Kafka.
  private final ExecutorService lineThreads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lines-", 0).factory());

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          new DefaultThreadFactory("http-loop", true),
          NioIoHandler.newFactory(SelectorProvider.provider(), Vigil::new));
  private final List<ListeningPort> ports = new ArrayList<>();
  private boolean closed;

  /// Creates a server with one port for all routes. Reads the files of TLS and users, and follows
  /// them from the start on.
  ///
  /// @param lines the line protocol's handlers; without them every connection is HTTP
  /// @throws IllegalArgumentException if a file of `HttpSecurity` is invalid
  public HttpServer(
      HttpConfig config,
      Routes routes,
      LineHandler.@Nullable Factory lines,
      MeterRegistry registry) {
    this(config, HeapBudget.ofThisProcess(), routes, lines, registry);
  }

  /// Creates a server as above, whose requests share a budget with other parts of the process.
  public HttpServer(
      HttpConfig config,
      HeapBudget budget,
      Routes routes,
      LineHandler.@Nullable Factory lines,
      MeterRegistry registry) {
    this(config.options(), budget, FileDescriptors.ofThisProcess(), registry);
    addPort(
        new ListeningPort.Address(config.bind(), config.port(), ""),
        PUBLIC_SHARE,
        routes,
        spoken(lines, registry));
  }

  /// Creates a server with a port for public routes and an admin port for all routes.
  public HttpServer(
      HttpConfig config,
      AdminConfig admin,
      Routes routes,
      LineHandler.@Nullable Factory lines,
      MeterRegistry registry) {
    this(config, admin, routes, lines, FileDescriptors.ofThisProcess(), registry);
  }

  HttpServer(
      HttpConfig config,
      AdminConfig admin,
      Routes routes,
      LineHandler.@Nullable Factory lines,
      FileDescriptors descriptors,
      MeterRegistry registry) {
    this(config.options(), HeapBudget.ofThisProcess(), descriptors, registry);
    var open = new ListeningPort.Address(config.bind(), config.port(), "");
    addPort(open, PUBLIC_SHARE, routes.ofPublicPort(), spoken(lines, registry));
    var operators = new ListeningPort.Address(admin.bind(), admin.port(), "admin.");
    addPort(operators, ADMIN_SHARE, routes, null);
  }

  private HttpServer(
      HttpOptions options, HeapBudget budget, FileDescriptors descriptors, MeterRegistry registry) {
    this.options = options;
    this.descriptors = descriptors;
    metrics = new HttpMetrics(registry);
    this.budget = budget;
    BudgetMetrics.add(registry, budget);
    security = new ServerSecurity(options.security(), options.limits().maxRequests(), registry);
  }

  private void addPort(
      ListeningPort.Address address, int eighths, Routes routes, @Nullable LineConnections lines) {
    Dispatcher dispatcher =
        new Dispatcher(routes, address.bind(), options, security.authenticator());
    Requests requests = new Requests(affordable(eighths), dispatcher, budget, metrics, threads);
    ports.add(
        new ListeningPort(address, new Connections(requests, metrics, security.tls(), lines)));
  }

  /// Returns the options with as many connections as the process may have open files.
  private HttpOptions affordable(int eighths) {
    int wanted = options.limits().connectionsLimit();
    int limit = descriptors.connections(wanted, eighths);
    if (limit < wanted) {
      LOG.warn(
          "connections limited by open files limit={} connections-limit={} open-files={}, raise"
              + " ulimit -n",
          limit,
          wanted,
          descriptors.limit());
    }
    return options.withConnections(limit);
  }

  private @Nullable LineConnections spoken(
      LineHandler.@Nullable Factory lines, MeterRegistry registry) {
    if (lines == null) {
      return null;
    }
    var users = security.authenticator();
    LineHandler.Factory guarded =
        users == null
            ? lines
            : new LoginFactory(users, lines, () -> metrics.rejected("unauthorized"));
    LineMetrics lineMetrics = new LineMetrics(registry);
    return (remote, presence, account) ->
        new LineConnection(
            guarded, options.limits(), lineThreads, lineMetrics, presence, account, remote);
  }

  /// Starts listening.
  ///
  /// @throws UncheckedIOException if a port is not available, with the remedy
  public void start() {
    try {
      ports.forEach(port -> port.start(loops));
    } catch (UncheckedIOException e) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
      throw e;
    }
    security.start();
  }

  /// Returns the actual port, even if the configured one is 0.
  public int port() {
    return ports.getFirst().number();
  }

  /// Returns the actual admin port.
  ///
  /// @throws IllegalStateException if there is none
  public int adminPort() {
    if (ports.size() < 2) {
      throw new IllegalStateException("the server has no admin port: give it an AdminConfig");
    }
    return ports.getLast().number();
  }

  /// Accepts no more connections, waits a while for requests in progress, then for line handlers to
  /// send their gathered lines.
  @Override
  public void close() {
    close(MOMENT);
  }

  /// @param moment how long idle connections stay open, so that their clients learn of the end from
  ///   an answer
  void close(Duration moment) {
    if (closed) {
      return;
    }
    closed = true;
    security.close();
    try {
      for (ListeningPort port : ports) {
        port.stopListening();
      }
      for (ListeningPort port : ports) {
        port.drain(moment, PATIENCE);
      }
      loops.shutdownGracefully(0, PATIENCE.toSeconds(), TimeUnit.SECONDS).await();
      for (ExecutorService each : List.of(threads, lineThreads)) {
        each.shutdown();
        if (!each.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          LOG.warn("handlers still running, interrupting after={}", PATIENCE);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
      lineThreads.shutdownNow();
    }
  }
}
