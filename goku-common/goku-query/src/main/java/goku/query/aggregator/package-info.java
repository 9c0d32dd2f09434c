/// The aggregators of OpenTSDB: the combination of several values at one time, and the
/// interpolation between datapoints of a series. Pure functions over arrays.
@NullMarked
package goku.query.aggregator;

import org.jspecify.annotations.NullMarked;
