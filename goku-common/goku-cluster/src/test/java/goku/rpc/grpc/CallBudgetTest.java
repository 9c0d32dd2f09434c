package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import goku.budget.Kind;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.rpc.LookupQuery;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The charges of calls: a node charges the client of the root, and the root its own request.
class CallBudgetTest {
  private static final String CLIENT = "10.0.0.7 ü";
  private static final List<ShardId> SHARDS = List.of(new ShardId("ns1", 0));
  private static final SeriesFilter FILTER = new SeriesFilter("m", List.of(), false);
  private static final LookupQuery LOOKUP = new LookupQuery(FILTER, Set.of(), Set.of(), 0);
  private static final QueryWindow WINDOW = QueryWindow.of(new TimeRange(0, 1000), null);
  private static final NodeQuery QUERY =
      new NodeQuery(
          FILTER,
          new SeriesStages(null, null, WINDOW),
          new Grouping(Set.of(), Aggregator.NONE, false, WINDOW, false),
          false,
          Resolution.RAW);

  private final ChargedNode charged = new ChargedNode();
  private final RpcFixture rpc = new RpcFixture(charged);

  @AfterEach
  void close() {
    rpc.close();
  }

  @Test
  void aNodeChargesTheClientOfTheRoot() throws Exception {
    try (Account request = new HeapBudget(1 << 20).open(CLIENT)) {
      request.call(() -> rpc.node.lookup(SHARDS, LOOKUP));
    }
    assertThat(charged.accounts.take().owner()).isEqualTo(CLIENT);
  }

  @Test
  void aNodeChargesCallsWithoutAClientTogether() throws Exception {
    rpc.node.lookup(SHARDS, LOOKUP);
    assertThat(charged.accounts.take().owner()).isEqualTo("queries");
  }

  @Test
  void aNodeChargesQueriesToTheirClient() throws Exception {
    try (Account request = new HeapBudget(1 << 20).open(CLIENT)) {
      request.call(
          () -> {
            try (QueryControl control = rpc.control();
                PartialStream stream = rpc.node.query(SHARDS, QUERY, control)) {
              return stream.next();
            }
          });
    }
    assertThat(charged.accounts.take().owner()).isEqualTo(CLIENT);
  }

  @Test
  void anAbortedCallEndsAlthoughItsRootDoesNotRead() throws Exception {
    try (QueryControl control = rpc.control();
        PartialStream unread = rpc.node.query(SHARDS, QUERY, control)) {
      assertThat(unread.next()).isNotNull();
      Account call = charged.accounts.take();
      long limit = call.budget().limitBytes();
      try (Account other = call.budget().open("other")) {
        call.hold(Kind.QUERIES, limit - (64 << 20));
        other.hold(Kind.QUERIES, 65 << 20);
        await().until(() -> rpc.running() == 0);
        assertThat(call.bytes()).isZero();
      }
    }
    assertThat(rpc.ended("Query", "stopped")).isOne();
  }

  @Test
  void aRootChargesFoundSeriesToItsRequest() throws Exception {
    var budget = new HeapBudget(8L << 20);
    try (Account request = budget.open(CLIENT)) {
      assertThat(request.call(() -> rpc.node.lookup(SHARDS, LOOKUP)).series())
          .hasSize(ChargedNode.SERIES);
      assertThat(request.bytes()).isGreaterThan(40 * ChargedNode.SERIES);
    }
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void aRootEndsACallThatItsBudgetHasNoRoomFor() {
    try (Account request = new HeapBudget(1000).open(CLIENT)) {
      assertThatThrownBy(() -> request.call(() -> rpc.node.lookup(SHARDS, LOOKUP)))
          .isInstanceOf(BudgetExceededException.class);
      assertThat(request.bytes()).isZero();
    }
    await().until(() -> rpc.running() == 0);
  }
}
