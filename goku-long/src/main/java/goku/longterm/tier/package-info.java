/// The buckets of a shard in RocksDB: two databases, one for the tiers on fast disks and one for
/// the cold ones, with the visibility, the readers and the removal of buckets (sections 4.5 and
/// 4.6.4 of the Goku paper).
///
/// | class | subject |
/// | --- | --- |
/// | [ShardStore] | the buckets of a shard: ingested, visible, dropped |
/// | `DataPath` | a shard on one disk: hot or cold |
/// | `TierDatabase`, `KeyPrefix`, `SstCheck` | RocksDB: files in, files out |
/// | `ManifestFiles` | the contents of each bucket, beside the database |
/// | [RocksResources] | the memory that all databases share |
/// | [PinnedBuckets], [StoredBucket] | the buckets that queries read |
/// | `Coverage`, [Window] | the first missing time |
///
/// **A bucket exists if its marker key is in the database and its manifest beside it.** The
/// manifest is written first. Then one atomic call of RocksDB ingests all files, including the
/// marker key. To drop a bucket, its manifest is removed first, then its files, by range and
/// without rewriting anything. A crash in between leaves a manifest without a marker, or files
/// without a manifest. The next start removes either.
@NullMarked
package goku.longterm.tier;

import org.jspecify.annotations.NullMarked;
