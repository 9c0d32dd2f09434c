/// The infrastructure of one machine: a Kafka broker, a ZooKeeper server and an S3 server in this
/// process, under one data directory that survives restarts and kills. The services reach them over
/// the loopback with the same clients as in a cluster.
@NullMarked
package goku.embedded;

import org.jspecify.annotations.NullMarked;
