@NullMarked
package goku.root.metadata;

import org.jspecify.annotations.NullMarked;
