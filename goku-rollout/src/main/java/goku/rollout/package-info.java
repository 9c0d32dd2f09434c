/// Rollouts of new revisions of GokuS and GokuL on Kubernetes. StatefulSets restart the pods of all
/// zones at once, and with them all replicas of a shard. So their strategy is `OnDelete`, and the
/// leading controller evicts outdated pods one at a time, each only if another replica of its
/// shards serves ([goku.cluster.stop.StopCheck]).
///
/// A rollout never goes on because time has passed. It says what it waits for in the log, in the
/// metric `goku.rollout.pods`, and in `goku cluster status`.
@NullMarked
package goku.rollout;

import org.jspecify.annotations.NullMarked;
