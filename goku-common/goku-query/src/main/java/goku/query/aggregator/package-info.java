/// OpenTSDB's aggregators: what becomes of several values at one time, and what a series gives
/// between two of its datapoints. Pure functions over arrays.
@NullMarked
package goku.query.aggregator;

import org.jspecify.annotations.NullMarked;
