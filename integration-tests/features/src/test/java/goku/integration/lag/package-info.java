/// Tests of a small cluster whose ingestors are gone or cut off: answers while datapoints wait in
/// the input topics, and moves of metrics that an ingestor does not know.
@NullMarked
package goku.integration.lag;

import org.jspecify.annotations.NullMarked;
