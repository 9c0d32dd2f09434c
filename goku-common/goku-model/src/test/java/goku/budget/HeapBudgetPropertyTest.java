package goku.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// Random charges of a few owners, compared with plain sums.
class HeapBudgetPropertyTest {
  private static final long LIMIT = 1000;
  private static final int OWNERS = 4;

  /// An account, with its state by the naive model.
  private static final class Modelled {
    final Account account;
    String owner;
    long bytes;
    long began;
    boolean aborted;

    Modelled(Account account, String owner) {
      this.account = account;
      this.owner = owner;
      account.onAbort(() -> aborted = true);
    }
  }

  private final List<Modelled> all = new ArrayList<>();
  private long step;

  @Property
  void sumsAreRightAndOnlyTheLargestOwnerSuffers(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 1_000_000) Integer> choices) {
    all.clear();
    var budget = new HeapBudget(LIMIT);
    for (int i = 0; i < 8; i++) {
      String owner = "owner" + i % OWNERS;
      all.add(new Modelled(budget.open(owner), owner));
    }
    for (int choice : choices) {
      step++;
      act(all.get(choice % all.size()), choice / all.size());
      assertThat(budget.heldBytes()).isEqualTo(sum()).isLessThanOrEqualTo(LIMIT + LIMIT / 6);
      assertThat(budget.heldBytes(Kind.BODIES) + budget.heldBytes(Kind.QUERIES)).isEqualTo(sum());
      assertThat(all).allMatch(each -> each.aborted == (each.account.aborted() != null));
      assertThat(all).allMatch(each -> each.bytes == each.account.bytes());
    }
    all.forEach(each -> each.account.close());
    assertThat(budget.heldBytes()).isZero();
  }

  private void act(Modelled chosen, int number) {
    switch (number % 8) {
      case 0 -> {
        chosen.account.releaseAll(Kind.BODIES);
        chosen.account.releaseAll(Kind.QUERIES);
        chosen.bytes = 0;
      }
      case 1 -> {
        chosen.owner = "owner" + number / 8 % OWNERS;
        chosen.account.moveTo(chosen.owner);
      }
      default -> hold(chosen, number % 2 == 0 ? Kind.BODIES : Kind.QUERIES, number / 8 % 400);
    }
  }

  private void hold(Modelled chosen, Kind kind, long bytes) {
    Map<String, Long> before = live();
    List<Modelled> running = all.stream().filter(each -> !each.aborted).toList();
    boolean refused = false;
    try {
      chosen.account.hold(kind, bytes);
      chosen.began = chosen.bytes == 0 ? step : chosen.began;
      chosen.bytes += bytes;
    } catch (BudgetExceededException e) {
      refused = true;
    }
    before.merge(chosen.owner, bytes, Long::sum);
    for (Modelled each : running) {
      if (each.aborted) {
        assertThat(chosen.aborted).isFalse();
        // what the owner held before is at least what each other owner still holds
        assertThat(live().values()).allMatch(held -> held <= before.getOrDefault(each.owner, 0L));
        assertThat(running)
            .filteredOn(other -> !other.aborted && other.owner.equals(each.owner))
            .filteredOn(other -> other != chosen || other.bytes > bytes)
            .allMatch(other -> isSmall(other, before) || other.began <= each.began);
      }
    }
    if (!refused && !chosen.aborted) {
      assertThat(live().values().stream().mapToLong(Long::longValue).sum())
          .isLessThanOrEqualTo(LIMIT);
    }
  }

  /// Returns whether an account has too small a part of its owner's bytes to be aborted.
  private static boolean isSmall(Modelled account, Map<String, Long> before) {
    long share = before.getOrDefault(account.owner, 0L) / HeapBudget.LEAST_SHARE;
    return account.bytes == 0 || account.bytes < share;
  }

  private Map<String, Long> live() {
    Map<String, Long> live = new HashMap<>();
    all.forEach(each -> live.merge(each.owner, each.aborted ? 0 : each.bytes, Long::sum));
    return live;
  }

  private long sum() {
    return all.stream().mapToLong(each -> each.bytes).sum();
  }
}
