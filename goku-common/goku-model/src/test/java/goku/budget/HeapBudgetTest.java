package goku.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  private static final long LIMIT = 600;

  /// The limit and the reserve of a sixth.
  private static final long MOST = 700;

  private final HeapBudget budget = new HeapBudget(LIMIT);
  private final List<String> stopped = new ArrayList<>();

  private Account account(String owner, String name, long bytes) {
    Account account = budget.open(owner);
    account.onAbort(() -> stopped.add(name));
    account.hold(Kind.BODIES, bytes);
    return account;
  }

  @Test
  void aFullBudgetAbortsTheNewestRequestOfTheLargestOwner() {
    Account first = account("attacker", "first", 250);
    account("victim", "only", 100);
    Account second = account("attacker", "second", 250);
    account("victim", "another", 90);
    assertThat(stopped).containsExactly("second");
    assertThat(first.aborted()).isNull();
    assertThat(second.aborted()).hasMessageContaining("heap budget of 600 bytes");
    assertThatThrownBy(() -> second.hold(Kind.BODIES, 1)).isEqualTo(second.aborted());
    assertThat(budget.heldBytes()).isEqualTo(690);
  }

  @Test
  void theNewestRequestOfTheLargestOwnerIsRefusedItself() {
    account("attacker", "first", 300);
    account("other", "only", 200);
    assertThatThrownBy(() -> account("attacker", "second", 101))
        .isInstanceOfSatisfying(
            BudgetExceededException.class, refused -> assertThat(refused.retryable()).isTrue());
    assertThat(stopped).isEmpty();
    assertThat(budget.heldBytes()).isEqualTo(500);
    assertThat(budget.abortions()).isEqualTo(1);
  }

  @Test
  void anOlderRequestOfTheLargestOwnerAbortsTheNewerOne() {
    Account first = account("attacker", "first", 300);
    account("attacker", "second", 250);
    first.hold(Kind.QUERIES, 100);
    assertThat(stopped).containsExactly("second");
    assertThat(first.bytes()).isEqualTo(400);
  }

  @Test
  void smallRequestsDoNotEndForALargeOneOfTheirOwner() {
    account("proxy", "query", 500);
    Account put = account("proxy", "put", 20);
    Account large = account("other", "large", 50);
    large.hold(Kind.BODIES, 60);
    assertThat(stopped).containsExactly("query");
    assertThat(put.aborted()).isNull();
  }

  @Test
  void aSmallNewRequestOfTheLargestOwnerIsAdmittedInPlaceOfALargeOne() {
    account("proxy", "first", 290);
    account("proxy", "second", 290);
    account("proxy", "put", 30);
    assertThat(stopped).containsExactly("second");
  }

  @Test
  void anActionThatFailsKeepsNoOtherFromStopping() {
    Account first = account("attacker", "first", 300);
    Account second = account("attacker", "second", 300);
    second.onAbort(
        () -> {
          throw new IllegalStateException("its event loop has ended");
        });
    account("victim", "only", 80).hold(Kind.BODIES, 5);
    assertThat(second.aborted()).isNotNull();
    assertThat(first.aborted()).isNull();
  }

  @Test
  void aRequestBeyondTheReserveIsRefusedUntilAbortedOnesHaveEnded() {
    Account large = account("attacker", "large", 550);
    Account small = account("victim", "small", 100);
    assertThat(stopped).containsExactly("large");
    assertThatThrownBy(() -> small.hold(Kind.BODIES, MOST - 650 + 1))
        .hasMessageContaining("have not ended yet");
    large.close();
    small.hold(Kind.BODIES, 400);
    assertThat(budget.heldBytes()).isEqualTo(500);
  }

  @Test
  void theOwnerOfAbortedRequestsTakesAtMostHalfOfTheReserve() {
    Account first = account("attacker", "first", 250);
    account("victim", "small", 100);
    account("attacker", "second", 250);
    first.hold(Kind.BODIES, 50);
    assertThat(stopped).containsExactly("second");
    assertThatThrownBy(() -> first.hold(Kind.BODIES, 1)).hasMessageContaining("not ended yet");
    account("victim", "another", MOST - 650);
    assertThat(budget.heldBytes()).isEqualTo(MOST);
  }

  @Test
  void anOwnerWhoseAbortedRequestsHaveEndedTakesAllOfTheReserve() {
    Account first = account("owner", "first", 100);
    Account second = account("owner", "second", 300);
    account("other", "large", 250);
    assertThat(stopped).containsExactly("second");
    second.close();
    account("third", "only", 240);
    first.hold(Kind.BODIES, 100);
    assertThat(stopped).containsExactly("second", "large");
    assertThat(budget.heldBytes()).isEqualTo(690);
  }

  @Test
  void aRequestAboveTheLimitIsRefusedForGood() {
    Account account = account("owner", "large", 1);
    assertThatThrownBy(() -> account.hold(Kind.TREES, LIMIT))
        .isInstanceOfSatisfying(
            BudgetExceededException.class, refused -> assertThat(refused.retryable()).isFalse())
        .hasMessageContaining("601 bytes of trees");
    account.hold(Kind.TREES, LIMIT - 1);
    assertThat(stopped).isEmpty();
  }

  @Test
  void anActionSetAfterTheAbortionRunsAtOnce() {
    Account large = account("attacker", "large", 550);
    account("victim", "small", 100);
    large.onAbort(() -> stopped.add("later"));
    assertThat(stopped).containsExactly("large", "later");
  }

  @Test
  void aMovedAccountCountsForItsNewOwner() {
    Account moved = account("address", "moved", 300);
    moved.moveTo("user");
    account("user", "newer", 100);
    account("address", "own", 250);
    assertThat(stopped).containsExactly("newer");
    assertThat(moved.aborted()).isNull();
  }

  @Test
  void moreThanWasChargedCannotBeReleased() {
    Account account = account("owner", "one", 10);
    account.hold(Kind.HEADS, 5);
    assertThatThrownBy(() -> account.release(Kind.HEADS, 6))
        .isInstanceOf(IllegalStateException.class);
    account.release(Kind.HEADS, 5);
    assertThat(budget.heldBytes(Kind.BODIES)).isEqualTo(10);
    assertThat(budget.heldBytes(Kind.HEADS)).isZero();
  }

  @Test
  void threadsThatOutliveTheirRequestChargeNothing() {
    Account account = account("owner", "ended", 10);
    account.close();
    assertThatThrownBy(() -> account.hold(Kind.QUERIES, 1)).hasMessage("the request has ended");
    account.release(Kind.BODIES, 10);
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void aThreadKnowsItsAccount() {
    Account account = budget.open("owner");
    assertThat(Account.current()).isNull();
    assertThat(account.call(Account::current)).isSameAs(account);
  }
}
