/// The usage of shards by metrics (section 9 of the Goku paper), as shards report it and after
/// merging: numbers of time series, datapoints and bytes, and the tags of a metric's series.
@NullMarked
package goku.query.usage;

import org.jspecify.annotations.NullMarked;
