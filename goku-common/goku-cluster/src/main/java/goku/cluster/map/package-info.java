/// The shard map (section 4.3 of the paper): which node has which replica of a shard, where, in
/// what state and how far behind. The spectator asks every living node how its shards are and
/// writes what it heard to ZooKeeper; roots read it and ask nobody.
///
/// A node of ZooKeeper for each store (`short`, `long`) and namespace, in JSON, version 1. An array
/// is a shard: number, state, lag, and from when on it is complete if it is not complete at all.
///
/// | field | value |
/// | --- | --- |
/// | `version` | 1; a reader refuses what is higher, and ignores fields that it does not know |
/// | `at` | when it was written, milliseconds since the epoch |
/// | `nodes[].name`, `zone`, `address` | `address` is `host:port` of the node's RPC |
/// | `nodes[].shards[][0]` | number of the shard |
/// | `nodes[].shards[][1]` | 0 serving, 1 recovering, 2 unavailable |
/// | `nodes[].shards[][2]` | lag in milliseconds |
/// | `nodes[].shards[][3]` | first millisecond from which on it is complete; absent: all is here |
///
/// `/goku/nodes` lists all living nodes, those without shards too: `version`, `at`, and of each of
/// `nodes` `service`, `name`, `zone`, `address` and `answers`, whether it answered when it was
/// asked last. Nodes of the compactor are not asked, and count as answering while their session
/// lives.
@NullMarked
package goku.cluster.map;

import org.jspecify.annotations.NullMarked;
