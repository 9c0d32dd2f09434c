/// The replicas of a store behind the interface of one node: replica choice, failover and hedging
/// (sections 4.7.1 and 4.7.2 of the paper).
///
/// | name | meaning |
/// |---|---|
/// | primary | the best replica of a shard that was not called yet |
/// | fallback | the other replicas of the shard |
/// | replica call | a call to the primary or to the fallback, with a [CallState] |
/// | hedged call | a call to the primary, and one to the fallback if the primary is slow or fails |
/// | failover | the start of the fallback because the primary failed or is behind |
/// | attempt | one run of a replica call; a call that was abandoned can be attempted again |
///
/// The shards of a call are grouped by their primary, see [goku.root.routing.choice.ShardGroup].
/// Each group gets a hedged call. Its fallback is a complete call again, to the same shards without
/// the primary. Failover, hedging, and groups that no single other node can serve are therefore one
/// mechanism. Attempts run on virtual threads.
@NullMarked
package goku.root.routing;

import org.jspecify.annotations.NullMarked;
