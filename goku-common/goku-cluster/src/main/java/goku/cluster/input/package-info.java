/// The lag of the ingestors in ZooKeeper. The leading controller writes it to `/goku/input-lag`,
/// beside the shard map, and roots read it. It has its own entry because it is a bound for the
/// shards of every namespace: in the entries of the shard map each step of the lag would rewrite
/// all of them. It is JSON, version 1:
///
/// | field | value |
/// | --- | --- |
/// | `version` | 1; a reader rejects higher versions and ignores unknown fields |
/// | `at` | time of the write, milliseconds since the epoch |
/// | `group`, `members` | the consumer group of the ingestors, and the number of its members |
/// | `problem` | the reason why Kafka cannot be read; empty while it can |
/// | `topics[].topic`, `records`, `lag` | an input topic, its waiting records, and its lag in milliseconds |
///
/// The entry is written every 10 s, and every second while the lag is 3 s or more. A lag of less
/// needs no write: a healthy group lags by the interval between looks and commits.
///
/// A root that has read no entry for 30 s adds the time since the last one to the lag. It does not
/// if a controller writes `/goku/nodes` meanwhile, which is of a version without this entry.
@NullMarked
package goku.cluster.input;

import org.jspecify.annotations.NullMarked;
