/// Copies of a shard's files in S3, the topic that tells of finalized buckets, and what a shard can
/// be restored from (section 4.6.2 of the Goku paper).
///
/// | class | subject |
/// | --- | --- |
/// | [Backup] | what others see: a shard's life from `locate` to `shardClosed` |
/// | `S3Keys`, `Listing` | where files lie in S3, and which are there |
/// | `TaskQueue`, `Trouble` | tasks in order for each shard, tried until they succeed |
/// | `BucketUpload`, `SnapshotUpload`, `Sweep` | the tasks: bring, compare, remove |
/// | `ShardInventory`, `MappedBucket` | which files a shard needs |
/// | `Checker`, `LocalFileCleanup` | makes what is missing; removes what nobody needs |
/// | `Locator`, `BucketFetch`, `S3Source` | the way back |
/// | [FinalizedEvents] | the topic |
///
/// Access to S3 must allow listing the bucket and reading, writing and deleting below `short/`.
@NullMarked
package goku.shortterm.backup;

import org.jspecify.annotations.NullMarked;
