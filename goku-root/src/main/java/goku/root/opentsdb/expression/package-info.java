/// The endpoints `/api/query/exp` and `/api/query/gexp`: their requests and answers.
@NullMarked
package goku.root.opentsdb.expression;

import org.jspecify.annotations.NullMarked;
