/// The search for series in buckets by postings, and the union of the results of several buckets
/// (section 4.7.4 of the Goku paper).
@NullMarked
package goku.longterm.read.search;

import org.jspecify.annotations.NullMarked;
