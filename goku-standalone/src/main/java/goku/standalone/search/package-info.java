/// The commands `goku changes` and `goku correlate`: searches over all series, as tables for people
/// or as JSON.
@NullMarked
package goku.standalone.search;

import org.jspecify.annotations.NullMarked;
