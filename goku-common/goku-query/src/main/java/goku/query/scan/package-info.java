/// The query engine of a node (section 4.7.5 of the Goku paper): the series that passed a filter
/// are put into groups by the numbers of their terms, then decoded, downsampled and aggregated by a
/// fixed number of threads, a chunk of series at a time, so that a big query does not starve small
/// ones.
@NullMarked
package goku.query.scan;

import org.jspecify.annotations.NullMarked;
