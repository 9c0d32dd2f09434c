/// The usage of a shard by its writers (section 9 of the Goku paper), counted on demand from the
/// index and the buckets, so that ingestion and restarts need not maintain it.
@NullMarked
package goku.shortterm.usage;

import org.jspecify.annotations.NullMarked;
