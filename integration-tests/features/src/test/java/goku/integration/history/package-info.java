/// A history of writes and deletes over all protocols, while ingestors are killed and paused and
/// Kafka restarts. The last acknowledged value of each datapoint must stay.
@NullMarked
package goku.integration.history;

import org.jspecify.annotations.NullMarked;
