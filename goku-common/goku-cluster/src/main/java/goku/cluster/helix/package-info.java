/// The placement of shards of GokuL and of the compactor, decided by Helix (section 4.3 of the
/// paper), and the living nodes. The only package that knows Helix.
///
/// | cluster | resource | partitions | replicas |
/// | --- | --- | --- | --- |
/// | `goku-short` | none: nodes are only monitored | | |
/// | `goku-long` | `long-<namespace>` | the namespace's shards on disk | `long-replicas` |
/// | `goku-compactor` | `compact-<namespace>` | the namespace's shards on disk | 1 |
/// | `goku-compactor` | `shuffle-<namespace>` | the namespace's shards in memory | 1 |
///
/// Partition `<resource>_<n>` is shard n. Replicas of a shard are placed in different zones. A node
/// that is away keeps its shards for the rebalance delay, so a restart moves nothing. This also
/// holds for a shard without another replica: another node would first have to load the shard from
/// S3.
@NullMarked
package goku.cluster.helix;

import org.jspecify.annotations.NullMarked;
