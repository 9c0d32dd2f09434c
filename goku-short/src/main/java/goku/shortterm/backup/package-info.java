/// Copies of a shard's files in S3, the topic that tells of finalized buckets, and what a shard can
/// be restored from (section 4.6.2 of the Goku paper).
///
/// | class | subject |
/// | --- | --- |
/// | [Backup] | the interface: a shard's life from `locate` to `shardClosed` |
/// | `S3Keys`, `Listing` | keys and listings of S3 |
/// | `BackupThreads` | its threads |
/// | `TaskQueue`, `Trouble` | tasks in order for each shard, retried until they succeed |
/// | `BucketUpload`, `SnapshotUpload`, `Sweep` | the tasks: upload, compare, remove |
/// | `ShardInventory`, `MappedBucket` | the files that a shard needs |
/// | `Checker`, `LocalFileCleanup` | writes missing files; removes unneeded ones |
/// | `Locator`, `BucketFetch`, `S3Source` | the restore |
/// | [FinalizedEvents] | the topic |
///
/// Access to S3 must allow listing the bucket and reading, writing and deleting below `short/`.
@NullMarked
package goku.shortterm.backup;

import org.jspecify.annotations.NullMarked;
