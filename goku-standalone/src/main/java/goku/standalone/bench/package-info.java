/// `goku bench`: the benchmark of section 7.2 of the paper from end to end, against Goku or whoever
/// speaks OpenTSDB.
@NullMarked
package goku.standalone.bench;

import org.jspecify.annotations.NullMarked;
