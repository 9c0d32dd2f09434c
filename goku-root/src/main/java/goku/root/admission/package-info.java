/// Which queries are let in: so many a second, so many at the same time, and a queue for the others
/// (section 4.7.1 of the Goku paper).
@NullMarked
package goku.root.admission;

import org.jspecify.annotations.NullMarked;
