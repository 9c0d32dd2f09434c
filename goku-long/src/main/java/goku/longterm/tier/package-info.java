/// The buckets of a shard that are in RocksDB: two databases, one for the tiers on fast disks and
/// one for the cold ones; which buckets there are, who reads them, and when they go (sections 4.5
/// and 4.6.4 of the Goku paper).
@NullMarked
package goku.longterm.tier;

import org.jspecify.annotations.NullMarked;
