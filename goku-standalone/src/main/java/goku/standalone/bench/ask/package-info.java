/// The questions of the benchmark, and how long their answers take (section 7.2 of the paper).
@NullMarked
package goku.standalone.bench.ask;

import org.jspecify.annotations.NullMarked;
