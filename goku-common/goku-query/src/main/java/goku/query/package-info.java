/// The query engine: pure functions over primitive arrays, no I/O (section 4.7 of the Goku paper).
@NullMarked
package goku.query;

import org.jspecify.annotations.NullMarked;
