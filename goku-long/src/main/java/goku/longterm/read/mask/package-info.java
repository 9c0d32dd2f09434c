/// The deleted data of buckets that were built before the delete: series, times, and names that no
/// longer have any series.
@NullMarked
package goku.longterm.read.mask;

import org.jspecify.annotations.NullMarked;
