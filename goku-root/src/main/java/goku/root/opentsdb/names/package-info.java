/// `/api/suggest` and `/api/search/lookup`: what names and series there are.
@NullMarked
package goku.root.opentsdb.names;

import org.jspecify.annotations.NullMarked;
