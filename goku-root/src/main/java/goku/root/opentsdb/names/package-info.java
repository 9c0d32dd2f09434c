/// The endpoints `/api/suggest` and `/api/search/lookup`, which list names and series.
@NullMarked
package goku.root.opentsdb.names;

import org.jspecify.annotations.NullMarked;
