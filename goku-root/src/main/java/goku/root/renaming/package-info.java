/// The steps by which a metric is renamed.
@NullMarked
package goku.root.renaming;

import org.jspecify.annotations.NullMarked;
