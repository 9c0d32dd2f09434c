/// The endpoints that describe the server, and the error answers of endpoints that it lacks.
@NullMarked
package goku.root.opentsdb.server;

import org.jspecify.annotations.NullMarked;
