/// Admission of queries: rate limits, a limit on concurrent queries, and a queue (section 4.7.1 of
/// the Goku paper).
@NullMarked
package goku.root.admission;

import org.jspecify.annotations.NullMarked;
