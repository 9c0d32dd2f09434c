/// Byte formats. Each sub-package holds one format: its layout as a table, its writer and its
/// reader. The subclasses of `FormatException` say why a reader rejects bytes.
@NullMarked
package goku.format;

import org.jspecify.annotations.NullMarked;
