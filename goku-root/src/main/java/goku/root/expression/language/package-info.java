/// The expression language, modelled on JEXL, which OpenTSDB uses: lexer, parser, syntax tree, and
/// evaluation at many timestamps at once.
@NullMarked
package goku.root.expression.language;

import org.jspecify.annotations.NullMarked;
