/// Small tables that every root keeps whole in memory and that a compacted Kafka topic with one
/// partition keeps for all of them: the topic is read from its beginning and then followed.
@NullMarked
package goku.root.compacted;

import org.jspecify.annotations.NullMarked;
