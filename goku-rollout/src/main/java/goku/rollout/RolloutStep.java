package goku.rollout;

/// The next step of a rollout.
sealed interface RolloutStep {
  /// All pods are ready with the newest revision.
  record Complete() implements RolloutStep {}

  /// Nothing may be done now.
  ///
  /// @param reason a noun phrase: what the rollout waits for
  record Wait(String reason) implements RolloutStep {}

  /// A pod may be evicted.
  ///
  /// @param isAlone whether its shards have no other replica, so that answers are incomplete until
  ///   it is back
  record Evict(StoragePod pod, boolean isAlone) implements RolloutStep {}
}
