/// The query root: parses OpenTSDB requests, plans, fans out and merges (section 4.7 of the Goku
/// paper).
@NullMarked
package goku.root;

import org.jspecify.annotations.NullMarked;
