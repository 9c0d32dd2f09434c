/// The endpoints that tell what the server is, can do, and does not do.
@NullMarked
package goku.root.opentsdb.server;

import org.jspecify.annotations.NullMarked;
