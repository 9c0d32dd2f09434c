/// Rejected datapoints on their way to the rejected topic, from all inputs.
@NullMarked
package goku.ingest.rejected;

import org.jspecify.annotations.NullMarked;
