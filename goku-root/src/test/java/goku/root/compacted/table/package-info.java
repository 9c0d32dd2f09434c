@NullMarked
package goku.root.compacted.table;

import org.jspecify.annotations.NullMarked;
