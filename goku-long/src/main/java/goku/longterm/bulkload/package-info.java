/// Brings complete buckets from S3 into RocksDB and drops those whose time has passed (section
/// 4.6.4 of the Goku paper).
///
/// | class | subject |
/// | --- | --- |
/// | [Poller] | looks into S3 from time to time, for all shards of a node |
/// | `ShardFeed` | a shard: what it wants, brings in, drops |
/// | `BulkLoadPlan` | the decision |
/// | `BucketListing`, `FinalizedWindows` | what is in S3 |
/// | `BucketDownload`, `DamagedBucketException` | a bucket on its way: downloaded, compared, ingested |
/// | `DownloadQueue`, `DownloadOrder` | which comes first, and how many at once |
/// | [DeleteIntake] | deletes: to S3, and in force here |
/// | `Outdated` | what a shard that was away for long must not show |
/// | `Retries`, `Trouble` | what failed, and when it is tried again |
///
/// Access to S3 must allow listing the bucket, reading below `short/` and `long/`, and writing
/// deletes below `long/`.
@NullMarked
package goku.longterm.bulkload;

import org.jspecify.annotations.NullMarked;
