package goku.query.search;

import java.util.List;

/// The best candidates among those offered, in any order and by any thread. Thread-safe.
public final class BestCandidates {
  /// Guarded by this.
  private final Leading<Candidate> best;

  private volatile double threshold;

  /// @param most the number of candidates to keep, at least one
  public BestCandidates(int most) {
    best = new Leading<>(most);
  }

  /// Returns the weight below which no series can be among the best. Grows only. A series with
  /// exactly this weight can be.
  public double threshold() {
    return threshold;
  }

  public synchronized void offer(Candidate candidate) {
    best.offer(candidate);
    Candidate last = best.last();
    if (last != null) {
      threshold = last.finding().weight();
    }
  }

  /// Returns the candidates, the best first.
  public synchronized List<Candidate> toList() {
    return best.toList();
  }
}
