/// HTTP with as little of a client as can be, so that the server is what is measured.
@NullMarked
package goku.standalone.bench.wire;

import org.jspecify.annotations.NullMarked;
