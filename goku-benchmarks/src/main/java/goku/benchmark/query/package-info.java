/// Queries end to end: a root and shards in this process, filled without Kafka, asked over HTTP.
@NullMarked
package goku.benchmark.query;

import org.jspecify.annotations.NullMarked;
