/// The resharding of bucket files of GokuS to the sharding of GokuL (section 4.6.3 of the Goku
/// paper).
@NullMarked
package goku.compactor.shuffle;

import org.jspecify.annotations.NullMarked;
