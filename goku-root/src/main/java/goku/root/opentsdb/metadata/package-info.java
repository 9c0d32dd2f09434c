/// The endpoints `/api/uid/uidmeta` and `/api/uid/tsmeta`: descriptions of names and of series.
@NullMarked
package goku.root.opentsdb.metadata;

import org.jspecify.annotations.NullMarked;
