/// What was deleted of buckets that were made before: which series, which times, and which names no
/// series has any more.
@NullMarked
package goku.longterm.read.mask;

import org.jspecify.annotations.NullMarked;
