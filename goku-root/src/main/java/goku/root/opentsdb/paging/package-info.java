/// The pages of answers: their sizes, their ends, and the cursors of the next ones.
@NullMarked
package goku.root.opentsdb.paging;

import org.jspecify.annotations.NullMarked;
