/// The refusal of new series over a limit, before anything is acknowledged. The package follows the
/// numbers of series that shards state, and the filters of the series that they have.
@NullMarked
package goku.ingest.limit;

import org.jspecify.annotations.NullMarked;
