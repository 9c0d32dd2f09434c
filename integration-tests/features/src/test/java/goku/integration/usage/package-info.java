/// Tests of top metrics and unqueried metrics, over real shards behind real nodes.
@NullMarked
package goku.integration.usage;

import org.jspecify.annotations.NullMarked;
