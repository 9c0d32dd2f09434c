/// Finds series in buckets by postings, and makes one selection of what several buckets have
/// (section 4.7.4 of the Goku paper).
@NullMarked
package goku.longterm.read.search;

import org.jspecify.annotations.NullMarked;
