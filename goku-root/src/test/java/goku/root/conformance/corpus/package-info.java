/// Cases recorded from OpenTSDB 2.4.1, the data set they were recorded on, and the list of those
/// that we answer otherwise. The files lie in `src/test/resources/conformance`.
@NullMarked
package goku.root.conformance.corpus;

import org.jspecify.annotations.NullMarked;
