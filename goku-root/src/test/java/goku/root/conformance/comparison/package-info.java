/// Holds an answer against the recorded one: what has to be the same, and how nearly.
@NullMarked
package goku.root.conformance.comparison;

import org.jspecify.annotations.NullMarked;
