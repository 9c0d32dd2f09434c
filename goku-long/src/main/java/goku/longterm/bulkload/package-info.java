/// The load of complete buckets from S3 into RocksDB, and the drop of those whose time has passed
/// (section 4.6.4 of the Goku paper).
///
/// | class | subject |
/// | --- | --- |
/// | [Poller] | the periodic listing of S3 for all shards of a node |
/// | `ShardFeed` | the loads and drops of a shard |
/// | `BulkLoadPlan` | the decision which buckets to load and drop |
/// | `BucketListing`, `FinalizedFiles` | the contents of S3 |
/// | `BucketDownload`, `DamagedBucketException` | a bucket that is downloaded, verified, ingested |
/// | `DownloadQueue` | the order and the parallelism of downloads |
/// | [DeleteIntake] | deletes: written to S3 and put in force here |
/// | `Outdated` | buckets that a shard must not show after a long absence |
/// | `Retries` | the failed buckets and the time of their next try |
///
/// Access to S3 must allow listing the bucket, reading below `short/` and `long/`, and writing
/// deletes below `long/`.
@NullMarked
package goku.longterm.bulkload;

import org.jspecify.annotations.NullMarked;
