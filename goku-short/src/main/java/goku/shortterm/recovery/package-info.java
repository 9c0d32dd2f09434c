/// Snapshots, the restore of shards from them, the lag behind the log, and the retention of topics.
@NullMarked
package goku.shortterm.recovery;

import org.jspecify.annotations.NullMarked;
