/// Readings like those of the devops hosts of the Time Series Benchmark Suite: nine measurements
/// with 101 fields, ten tags, each field a random walk between bounds, most of them integers.
/// Ranges and steps imitate the suite's. No text is copied from it.
@NullMarked
package goku.standalone.bench.devops;

import org.jspecify.annotations.NullMarked;
