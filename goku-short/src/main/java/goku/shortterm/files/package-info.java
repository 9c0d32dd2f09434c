/// The files of shards on the local disk: finalized buckets and snapshots.
@NullMarked
package goku.shortterm.files;

import org.jspecify.annotations.NullMarked;
