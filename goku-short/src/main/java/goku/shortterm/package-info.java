/// GokuS: the last day of data in memory (section 4.6.2 of the paper). `ShortService` is the entry.
/// Each shard is the state store of a Kafka Streams task whose changelog is the namespace's topic.
@NullMarked
package goku.shortterm;

import org.jspecify.annotations.NullMarked;
