/// The language of expressions, after JEXL, which OpenTSDB uses: text, syntax tree, and the values
/// of a tree at many timestamps at once.
@NullMarked
package goku.root.expression.language;

import org.jspecify.annotations.NullMarked;
