/// The shard map (section 4.3 of the paper): the node, address, state and lag of each replica of a
/// shard. The spectator polls every living node and writes the answers to ZooKeeper. Roots read the
/// map and poll nothing.
///
/// A shard of GokuS without an available replica stays in the map, as unavailable and with the
/// holes that its last replica stated: nobody else knows what the shard has not handed over to
/// GokuL.
///
/// ZooKeeper has one entry for each store (`short`, `long`) and namespace, in JSON, version 1. An
/// array is a shard: number, state, lag, and for an incomplete shard the time from which it is
/// complete, and its holes.
///
/// | field | value |
/// | --- | --- |
/// | `version` | 1; a reader rejects higher versions and ignores unknown fields |
/// | `at` | time of the write, milliseconds since the epoch |
/// | `nodes[].name`, `zone`, `address` | `address` is `host:port` of the node's RPC |
/// | `nodes[].shards[][0]` | number of the shard |
/// | `nodes[].shards[][1]` | 0 serving, 1 recovering, 2 unavailable |
/// | `nodes[].shards[][2]` | lag in milliseconds |
/// | `nodes[].shards[][3]` | the end of the last hole; absent without a hole |
/// | `nodes[].shards[][4]` | the holes, each `[start, end, "CAUSE"]`; absent if the only hole is `RECOVERY` of all time before `[3]` |
/// | `nodes[].shards[][5]` | GokuS: the first millisecond that the tiers may lack; absent if the replica does not state it |
///
/// `/goku/nodes` lists all living nodes, including those without shards: `version`, `at`, and for
/// each of `nodes` `service`, `name`, `zone`, `address` and `answers` (whether the node answered
/// the last poll). Nodes of the compactor are not polled. They count as answering while they have a
/// session.
@NullMarked
package goku.cluster.map;

import org.jspecify.annotations.NullMarked;
