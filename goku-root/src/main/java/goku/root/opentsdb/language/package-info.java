/// The words of a query, as OpenTSDB writes them: times, durations, downsampling, rates, filters,
/// and a sub query made of them.
@NullMarked
package goku.root.opentsdb.language;

import org.jspecify.annotations.NullMarked;
