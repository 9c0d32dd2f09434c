/// The buckets of a shard that are in RocksDB: two databases, one for the tiers on fast disks and
/// one for the cold ones; which buckets there are, who reads them, and when they go (sections 4.5
/// and 4.6.4 of the Goku paper).
///
/// | class | subject |
/// | --- | --- |
/// | [ShardStore] | the buckets of a shard: brought in, seen, dropped |
/// | `DataPath` | a shard on one disk: hot or cold |
/// | `TierDatabase`, `KeyPrefix`, `SstCheck` | RocksDB: files in, files out |
/// | `ManifestFiles` | what each bucket has, beside the database |
/// | [RocksResources] | the memory that all databases share |
/// | [PinnedBuckets], [StoredBucket] | what queries see |
/// | `Coverage`, [Window] | from when on times are missing |
///
/// **A bucket is here if its marker key is in the database and its manifest beside it.** The
/// manifest is written first, then all files are ingested by one call that RocksDB makes atomic,
/// the marker key among them. To drop a bucket its manifest is removed first, then its files, by
/// range and without rewriting anything. So a process that dies in between leaves a manifest
/// without a marker, or files without a manifest, and the next start removes either.
@NullMarked
package goku.longterm.tier;

import org.jspecify.annotations.NullMarked;
