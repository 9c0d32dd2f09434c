/// The endpoint `/api/query`: its requests and answers.
@NullMarked
package goku.root.opentsdb.query;

import org.jspecify.annotations.NullMarked;
