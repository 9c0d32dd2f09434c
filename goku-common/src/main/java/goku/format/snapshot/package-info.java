/// A snapshot of the active data of a shard: what is not in files of finalized buckets, as of an
/// offset of the shard's log (section 10 of the Goku paper, "snapshot of active data").
@NullMarked
package goku.format.snapshot;

import org.jspecify.annotations.NullMarked;
