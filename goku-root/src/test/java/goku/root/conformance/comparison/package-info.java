/// Comparisons of an answer with the recorded one, with a tolerance for each kind of answer.
@NullMarked
package goku.root.conformance.comparison;

import org.jspecify.annotations.NullMarked;
