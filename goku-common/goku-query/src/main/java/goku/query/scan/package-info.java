/// The query engine of a node (section 4.7.5 of the Goku paper). Series that match a filter are
/// grouped by their term ids. A fixed number of threads then decodes, downsamples and aggregates
/// them, a chunk of series at a time, so that a big query does not starve small ones.
@NullMarked
package goku.query.scan;

import org.jspecify.annotations.NullMarked;
