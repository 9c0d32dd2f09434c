/// The syntax of OpenTSDB's queries: times, durations, downsampling, rates and filters, and the sub
/// queries made of them.
@NullMarked
package goku.root.opentsdb.language;

import org.jspecify.annotations.NullMarked;
