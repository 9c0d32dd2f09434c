/// Byte formats. Each sub-package holds one: its layout as a table, its writer and its reader. What
/// a reader cannot accept is told apart by the subclasses of `FormatException`.
@NullMarked
package goku.format;

import org.jspecify.annotations.NullMarked;
