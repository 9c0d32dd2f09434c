/// The numbers of series of a shard and filters of them, by which ingestors refuse new series over
/// a limit.
@NullMarked
package goku.shortterm.census;

import org.jspecify.annotations.NullMarked;
