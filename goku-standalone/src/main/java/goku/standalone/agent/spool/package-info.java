/// The files of the agent: readings that Kafka has not acknowledged, so that they survive long
/// outages of Kafka and restarts of the agent.
///
/// Each file is a reading: its put lines, each ended by a line feed, as UTF-8 in gzip, whose
/// checksum and length detect damage. The name is the time of the reading in milliseconds since the
/// epoch, as 19 digits, and `.put.gz`. So names sort by time, and `zcat` shows a reading. A file is
/// written as `.part` and renamed.
@NullMarked
package goku.standalone.agent.spool;

import org.jspecify.annotations.NullMarked;
