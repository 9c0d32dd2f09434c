package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.model.NameKind;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.rpc.LookupQuery;
import goku.rpc.NodeUnavailableException;
import goku.testkit.TestPorts;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A test of failing calls, with a node whose queries never end by themselves.
class RemoteFaultsTest {
  private final EndlessNode endless = new EndlessNode(1_000);
  private final RpcFixture rpc = new RpcFixture(endless);

  /// Connects, as the first call of a cold JVM on a busy machine may take longer than the deadlines
  /// of the tests.
  @BeforeEach
  void connect() throws Exception {
    assertThat(rpc.node.shards()).isEmpty();
  }

  @AfterEach
  void close() {
    rpc.close();
    assertThat(rpc.memory.heldBytes()).isZero();
  }

  private void assertTheNodeStopped() throws InterruptedException {
    assertThat(endless.stopped.await(2, TimeUnit.MINUTES)).isTrue();
    await().until(() -> rpc.running() == 0);
  }

  private static GroupPartial drain(PartialStream stream) throws InterruptedException {
    while (true) {
      if (stream.next() == null) {
        throw new IllegalStateException("the stream has no end");
      }
    }
  }

  @Test
  void aNodeSendsNoMoreThanTheReaderHasRoomFor() throws Exception {
    try (QueryControl control = rpc.control();
        PartialStream slow = rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
      assertThat(slow.next()).isNotNull();
      int most = (512 + 256 + 128) << 10;
      await()
          .during(Duration.ofMillis(300))
          .until(() -> endless.made.get() * EndlessNode.GROUP_BYTES < most);
      assertThat(endless.made.get()).isLessThan(1_000);
      for (int i = 0; i < 500; i++) {
        assertThat(slow.next()).isNotNull();
      }
    }
    assertTheNodeStopped();
  }

  @Test
  void unreadQueriesDoNotBlockOthersOfTheirConnection() throws Exception {
    List<QueryControl> controls = new ArrayList<>();
    List<PartialStream> unread = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      controls.add(rpc.control());
      unread.add(rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, controls.getLast()));
    }
    assertThat(
            rpc.node
                .lookup(
                    RpcFixture.SHARDS,
                    new LookupQuery(RpcFixture.EACH.filter(), Set.of(), Set.of(), 0))
                .series())
        .isEmpty();
    unread.forEach(PartialStream::close);
    controls.forEach(QueryControl::close);
    assertTheNodeStopped();
  }

  @Test
  void closingAStreamStopsTheNode() throws Exception {
    try (QueryControl control = rpc.control()) {
      try (PartialStream stream = rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
        assertThat(stream.next()).isNotNull();
      }
      assertThat(control.heldBytes()).isZero();
      assertTheNodeStopped();
    }
  }

  @Test
  void anInterruptStopsTheNode() throws Exception {
    try (QueryControl control = rpc.control()) {
      assertThatThrownBy(
              () -> {
                try (PartialStream stream =
                    rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
                  Thread interrupted = Thread.currentThread();
                  Thread.ofVirtual()
                      .start(
                          () -> {
                            await().until(() -> endless.made.get() == 1_000);
                            interrupted.interrupt();
                          });
                  drain(stream);
                }
              })
          .isInstanceOf(InterruptedException.class);
    }
    assertTheNodeStopped();
  }

  @Test
  void aCancelledQueryOfAnotherThreadStops() throws Exception {
    var control = new OwnedControl();
    Thread owner = Thread.ofPlatform().start(control::own);
    try (PartialStream stream =
        rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control.await())) {
      Thread.ofVirtual()
          .start(
              () -> {
                await().until(() -> endless.made.get() == 1_000);
                control.cancel();
              });
      assertThatThrownBy(() -> drain(stream))
          .isInstanceOf(QueryStoppedException.class)
          .hasMessage("enough");
    }
    control.close();
    owner.join();
    assertTheNodeStopped();
  }

  /// A control that another thread than the test's owns.
  private final class OwnedControl {
    private final CompletableFuture<QueryControl> made = new CompletableFuture<>();

    void own() {
      made.complete(rpc.control());
    }

    QueryControl await() {
      return made.join();
    }

    void cancel() {
      made.join().cancel("enough");
    }

    void close() {
      made.join().close();
    }
  }

  @Test
  void theDeadlineOfTheQueryStopsTheNode() throws Exception {
    // the deadline must pass after the stream has begun
    var limits = new QueryLimits(10_000, 10_000, Duration.ofSeconds(20));
    try (QueryControl control = rpc.control(limits);
        PartialStream stream = rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
      assertThatThrownBy(() -> drain(stream))
          .isInstanceOfSatisfying(
              QueryStoppedException.class,
              stopped -> assertThat(stopped.reason()).isEqualTo(Reason.TIMEOUT))
          .hasMessageContaining("1000 series");
    }
    assertTheNodeStopped();
  }

  @Test
  void waitingMessagesCountAsMemoryOfTheQuery() throws Exception {
    var memory = new QueryMemory(4 * EndlessNode.GROUP_BYTES);
    var limits = new QueryLimits(10_000, 10_000, Duration.ofMinutes(1));
    try (var control = new QueryControl(limits, memory)) {
      assertThatThrownBy(
              () -> {
                try (PartialStream stream =
                    rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
                  drain(stream);
                }
              })
          .isInstanceOfSatisfying(
              QueryStoppedException.class,
              stopped -> assertThat(stopped.reason()).isEqualTo(Reason.MEMORY));
      assertThat(memory.heldBytes()).isZero();
    }
    assertTheNodeStopped();
  }

  @Test
  void anInterruptStopsASearch() throws Exception {
    Thread asking = Thread.currentThread();
    Thread.ofVirtual()
        .start(
            () -> {
              await().until(() -> rpc.running() == 1);
              asking.interrupt();
            });
    assertThatThrownBy(() -> rpc.node.suggest(RpcFixture.SHARDS, NameKind.METRIC, "", 1))
        .isInstanceOf(QueryStoppedException.class);
    assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
    assertTheNodeStopped();
  }

  @Test
  void aSearchEndsAfterTheCallTimeout() throws Exception {
    try (var hasty = new NodeClients(RpcFixture.clientConfig("--call-timeout=20s"))) {
      RemoteNode node = hasty.node(rpc.server.address());
      assertThatThrownBy(() -> node.suggest(RpcFixture.SHARDS, NameKind.METRIC, "", 1))
          .isInstanceOf(NodeUnavailableException.class)
          .hasMessageContaining("did not answer in time");
    }
    assertTheNodeStopped();
  }

  @Test
  void aFailureOfTheNodeNamesTheNode() {
    assertThatThrownBy(() -> rpc.node.known(RpcFixture.SHARDS, NameKind.METRIC, Set.of("a")))
        .isInstanceOfSatisfying(
            NodeUnavailableException.class,
            e -> assertThat(e.address()).isEqualTo(rpc.server.address()))
        .hasMessageContaining("the disk is on fire");
    assertThat(rpc.ended("Known", "failed")).isOne();
  }

  @Test
  void aNodeThatStopsDuringAQueryIsUnavailable() throws Exception {
    try (QueryControl control = rpc.control();
        PartialStream stream = rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
      assertThat(stream.next()).isNotNull();
      Thread closing = Thread.ofPlatform().start(() -> rpc.server.stopNow());
      assertThatThrownBy(() -> drain(stream))
          .isInstanceOf(NodeUnavailableException.class)
          .hasMessageContaining(rpc.node.address());
      closing.join();
    }
    assertTheNodeStopped();
  }

  @Test
  void anAbsentNodeIsUnavailableUntilItStarts() throws Exception {
    int port = TestPorts.next();
    RemoteNode node = rpc.clients.node("localhost:" + port);
    assertThatThrownBy(node::shards)
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessageContaining("localhost:" + port + " cannot be reached");
    try (var _ = new RpcFixture(endless, List::of, port)) {
      await().ignoreExceptions().until(() -> node.shards().isEmpty());
    }
  }

  @Test
  void aPortInUseIsReportedWithARemedy() {
    assertThatThrownBy(() -> new RpcFixture(endless, List::of, rpc.server.port()).close())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("port=" + rpc.server.port())
        .hasMessageContaining("stop the other process");
  }

  @Test
  void unusedConnectionsAreClosed() throws Exception {
    var nanos = new AtomicLong();
    try (var clients = new NodeClients(RpcFixture.clientConfig(), nanos::get)) {
      RemoteNode first = clients.node(rpc.server.address());
      assertThat(first.shards()).isEmpty();
      nanos.addAndGet(Duration.ofMinutes(11).toNanos());
      RemoteNode other = clients.node("127.0.0.1:" + rpc.server.port());
      assertThat(other.shards()).isEmpty();
      assertThat(clients.size()).isOne();
      assertThat(first.shards()).as("after reconnecting").isEmpty();
    }
  }

  @Test
  void callsOfAClosedClientFail() {
    rpc.clients.close();
    assertThatThrownBy(() -> rpc.node.shards()).isInstanceOf(NodeUnavailableException.class);
    assertThatThrownBy(() -> rpc.clients.node("localhost:1").shards())
        .isInstanceOf(NodeUnavailableException.class);
  }
}
