/// Copies of a shard's files in S3, and the topic that tells of finalized buckets.
@NullMarked
package goku.shortterm.backup;

import org.jspecify.annotations.NullMarked;
