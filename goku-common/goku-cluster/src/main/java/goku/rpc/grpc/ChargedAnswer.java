package goku.rpc.grpc;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.query.control.QueryMemory;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import java.util.Objects;

/// A method whose calls are charged with what they hold, each as one account of the node's budget.
/// Its owner is the client whose request the root answers.
record ChargedAnswer<Q, P>(CallThread.Answer<Q, P> answer, QueryMemory memory)
    implements CallThread.Answer<Q, P> {
  @Override
  public void hear(Q message, Outgoing<Q, P> out) {
    answer.hear(message, out);
  }

  @Override
  public void give(Q request, Outgoing<Q, P> out) throws InterruptedException {
    try (Account account = memory.open(out.owner())) {
      account.onAbort(() -> out.abort(Objects.requireNonNull(account.aborted())));
      account.call(
          () -> {
            answer.give(request, out);
            return true;
          });
    } catch (BudgetExceededException e) { // known to roots, which ask no other replica
      Reason reason = e.retryable() ? Reason.CROWDED : Reason.MEMORY;
      throw new QueryStoppedException(reason, "was stopped: " + e.getMessage());
    }
  }
}
