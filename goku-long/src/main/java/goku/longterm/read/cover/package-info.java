/// Which bucket of which tier serves which part of a query's range, and in which form (sections
/// 4.7.4 and 5.2 of the Goku paper). Pure functions: nothing here knows a database.
@NullMarked
package goku.longterm.read.cover;

import org.jspecify.annotations.NullMarked;
