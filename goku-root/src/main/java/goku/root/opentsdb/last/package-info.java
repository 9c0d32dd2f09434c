/// The endpoint `/api/query/last`: the last datapoint of each series.
@NullMarked
package goku.root.opentsdb.last;

import org.jspecify.annotations.NullMarked;
