/// The infrastructure of one machine: a Kafka broker, a ZooKeeper server and an S3 server inside
/// this process, all under one data directory that survives restarts and kills. The services reach
/// them over the loopback with the very clients that a cluster uses.
@NullMarked
package goku.embedded;

import org.jspecify.annotations.NullMarked;
