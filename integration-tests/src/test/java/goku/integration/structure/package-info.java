/// The rules that the source must keep.
@NullMarked
package goku.integration.structure;

import org.jspecify.annotations.NullMarked;
