package goku.http.request;

import goku.config.DataSize;
import goku.http.HttpError;

/// The share of one request in the budget. Used by the event loop, then by the handler's thread,
/// never by both at once.
final class BodyShare {
  private final BodyBudget budget;
  private long held;

  BodyShare(BodyBudget budget) {
    this.budget = budget;
  }

  /// @throws HttpError 413 if the body by itself exceeds the budget, 503 if other bodies use it now
  void take(long bytes) {
    if (held + bytes > budget.total()) {
      throw new HttpError(
          413,
          "the body takes more than the %s for all bodies: send smaller batches or raise"
                  .formatted(new DataSize(budget.total()))
              + " http.max-bodies");
    }
    if (!budget.take(bytes)) {
      throw new HttpError(
          503,
          "request bodies use all of their %s of memory: send again later, or raise"
                  .formatted(new DataSize(budget.total()))
              + " http.max-bodies");
    }
    held += bytes;
  }

  void give(long bytes) {
    held -= bytes;
    budget.give(bytes);
  }

  void release() {
    give(held);
  }
}
