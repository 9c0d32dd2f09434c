/// Small tables that every root keeps in memory. The source of truth is a compacted Kafka topic
/// with one partition, which each root reads from its beginning and then follows.
@NullMarked
package goku.root.compacted;

import org.jspecify.annotations.NullMarked;
