/// `/api/query/exp` and `/api/query/gexp`: reads their requests and writes their answers.
@NullMarked
package goku.root.opentsdb.expression;

import org.jspecify.annotations.NullMarked;
