/// The HTTP API of OpenTSDB 2.4: its requests and answers. These classes know nothing of shards.
@NullMarked
package goku.root.opentsdb;

import org.jspecify.annotations.NullMarked;
