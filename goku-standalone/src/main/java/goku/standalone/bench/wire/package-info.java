/// A minimal HTTP client, so that the benchmark measures the server.
@NullMarked
package goku.standalone.bench.wire;

import org.jspecify.annotations.NullMarked;
