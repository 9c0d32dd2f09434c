/// The filter that leaves deleted data out of the inputs of buckets.
@NullMarked
package goku.compactor.deletion;

import org.jspecify.annotations.NullMarked;
