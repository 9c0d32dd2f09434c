/// `/api/query`: reads the request, writes the answer.
@NullMarked
package goku.root.opentsdb.query;

import org.jspecify.annotations.NullMarked;
