/// Leaves what was deleted out of what buckets are made of.
@NullMarked
package goku.compactor.deletion;

import org.jspecify.annotations.NullMarked;
