/// How much each metric writes (section 9 of the Goku paper), as shards tell it and as it is
/// merged: counts of time series, datapoints and bytes, and the tags that a metric's series come
/// from.
@NullMarked
package goku.query.usage;

import org.jspecify.annotations.NullMarked;
