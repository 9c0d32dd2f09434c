/// The merge of sorted inputs, one series after the other, so that memory does not grow with the
/// bucket (section 4.6.3 of the Goku paper).
@NullMarked
package goku.compactor.merge;

import org.jspecify.annotations.NullMarked;
