/// Parts that all endpoints share: JSON input and output, methods, identifiers of series.
@NullMarked
package goku.root.opentsdb.wire;

import org.jspecify.annotations.NullMarked;
