/// The query root: speaks OpenTSDB, plans, fans out, merges (section 4.7 of the Goku paper).
@NullMarked
package goku.root;

import org.jspecify.annotations.NullMarked;
