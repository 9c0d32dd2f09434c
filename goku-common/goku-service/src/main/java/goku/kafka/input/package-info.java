/// The lag of the ingestors: how long records have been waiting in the input topics.
@NullMarked
package goku.kafka.input;

import org.jspecify.annotations.NullMarked;
