/// The cases recorded from OpenTSDB 2.4.1, their data set, and the list of cases that Goku answers
/// differently. The files are in `src/test/resources/conformance`.
@NullMarked
package goku.root.conformance.corpus;

import org.jspecify.annotations.NullMarked;
