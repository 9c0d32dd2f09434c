/// What all endpoints share: JSON in and out, methods, identifiers of series.
@NullMarked
package goku.root.opentsdb.wire;

import org.jspecify.annotations.NullMarked;
