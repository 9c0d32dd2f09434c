/// The numbers of series, and compact filters of their hashes, as shards state them. Ingestors
/// refuse new series over a limit by these, and need no state of their own.
@NullMarked
package goku.cardinality;

import org.jspecify.annotations.NullMarked;
