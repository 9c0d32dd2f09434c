/// Readings as the devops hosts of the Time Series Benchmark Suite give them: nine measurements of
/// 101 fields, ten tags, each field a random walk between bounds, most of them whole numbers.
/// Ranges and steps imitate the suite's; its bytes are not copied.
@NullMarked
package goku.standalone.bench.devops;

import org.jspecify.annotations.NullMarked;
