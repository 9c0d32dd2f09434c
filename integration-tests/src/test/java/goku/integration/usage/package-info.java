/// Who writes too much, and who is never read, over real shards behind real nodes.
@NullMarked
package goku.integration.usage;

import org.jspecify.annotations.NullMarked;
