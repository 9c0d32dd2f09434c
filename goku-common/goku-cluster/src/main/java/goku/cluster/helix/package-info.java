/// Who has which shard of GokuL and of the compactor, decided by Helix (section 4.3 of the paper),
/// and which nodes live. The only package that knows Helix.
///
/// | cluster | resource | partitions | replicas |
/// | --- | --- | --- | --- |
/// | `goku-short` | none: nodes are only seen to live | | |
/// | `goku-long` | `long-<namespace>` | its shards on disk | `long-replicas` |
/// | `goku-compactor` | `compact-<namespace>` | its shards on disk | 1 |
/// | `goku-compactor` | `shuffle-<namespace>` | its shards in memory | 1 |
///
/// Partition `<resource>_<n>` is shard n. Replicas of a shard go to different zones. A node that is
/// away keeps its shards for the rebalance delay, so that a restart moves nothing; but a shard that
/// has no other node is as well served by waiting: it would have to be filled from S3 elsewhere.
@NullMarked
package goku.cluster.helix;

import org.jspecify.annotations.NullMarked;
