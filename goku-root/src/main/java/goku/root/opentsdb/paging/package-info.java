/// Answers in pages: how large they are, where they end, and the cursors that name the next one.
@NullMarked
package goku.root.opentsdb.paging;

import org.jspecify.annotations.NullMarked;
