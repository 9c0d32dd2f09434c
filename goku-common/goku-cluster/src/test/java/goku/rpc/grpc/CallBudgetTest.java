package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import goku.budget.Kind;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.rpc.LookupQuery;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The charges of calls: a node charges the client of the root, and the root its own request.
class CallBudgetTest {
  private static final String CLIENT = "10.0.0.7 ü";
  private static final LookupQuery LOOKUP =
      new LookupQuery(RpcFixture.EACH.filter(), Set.of(), Set.of(), 0);
  private final ChargedNode charged = new ChargedNode();
  private final RpcFixture rpc = new RpcFixture(charged);

  @AfterEach
  void close() {
    rpc.close();
  }

  @Test
  void aNodeChargesTheClientOfTheRoot() throws Exception {
    try (Account request = new HeapBudget(1 << 20).open(CLIENT)) {
      request.call(() -> rpc.node.lookup(RpcFixture.SHARDS, LOOKUP));
    }
    assertThat(charged.accounts.take().owner()).isEqualTo(CLIENT);
  }

  @Test
  void aNodeChargesCallsWithoutAClientTogether() throws Exception {
    rpc.node.lookup(RpcFixture.SHARDS, LOOKUP);
    assertThat(charged.accounts.take().owner()).isEqualTo("queries");
  }

  @Test
  void aNodeChargesQueriesToTheirClient() throws Exception {
    try (Account request = new HeapBudget(1 << 20).open(CLIENT)) {
      request.call(
          () -> {
            try (QueryControl control = rpc.control();
                PartialStream stream =
                    rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
              return stream.next();
            }
          });
    }
    assertThat(charged.accounts.take().owner()).isEqualTo(CLIENT);
  }

  @Test
  void anAbortedCallEndsAlthoughItsRootDoesNotRead() throws Exception {
    try (QueryControl control = rpc.control();
        PartialStream unread = rpc.node.query(RpcFixture.SHARDS, RpcFixture.EACH, control)) {
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
      assertThat(request.call(() -> rpc.node.lookup(RpcFixture.SHARDS, LOOKUP)).series())
          .hasSize(ChargedNode.SERIES);
      assertThat(request.bytes()).isGreaterThan(40 * ChargedNode.SERIES);
    }
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void aRootEndsACallThatItsBudgetHasNoRoomFor() {
    try (Account request = new HeapBudget(1000).open(CLIENT)) {
      assertThatThrownBy(() -> request.call(() -> rpc.node.lookup(RpcFixture.SHARDS, LOOKUP)))
          .isInstanceOf(BudgetExceededException.class);
      assertThat(request.bytes()).isZero();
    }
    await().until(() -> rpc.running() == 0);
  }
}
