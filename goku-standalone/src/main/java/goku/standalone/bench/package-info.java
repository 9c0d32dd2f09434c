/// The command `goku bench`: the end-to-end benchmark of section 7.2 of the paper, for Goku and
/// other servers with OpenTSDB's API.
@NullMarked
package goku.standalone.bench;

import org.jspecify.annotations.NullMarked;
