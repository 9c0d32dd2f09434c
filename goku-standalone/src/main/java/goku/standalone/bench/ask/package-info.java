/// The queries of the benchmark and their latencies (section 7.2 of the paper).
@NullMarked
package goku.standalone.bench.ask;

import org.jspecify.annotations.NullMarked;
