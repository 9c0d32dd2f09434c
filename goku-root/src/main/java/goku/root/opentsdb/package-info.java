/// The HTTP API of OpenTSDB 2.4: reads requests, writes answers; knows nothing of shards.
@NullMarked
package goku.root.opentsdb;

import org.jspecify.annotations.NullMarked;
