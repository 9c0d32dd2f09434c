package goku.kafka.input;

import goku.kafka.input.InputLag.TopicLag;
import java.util.concurrent.TimeUnit;

/// The backlog of an input topic as of the last look.
///
/// @param records the records that waited
/// @param caughtUpNanos the last time at which no record of any partition waited
/// @param recentMillis the largest lag of the last five seconds
record TopicBacklog(String topic, long records, long caughtUpNanos, long recentMillis) {
  TopicLag lagAt(long nanos) {
    long lag = TimeUnit.NANOSECONDS.toMillis(nanos - caughtUpNanos);
    return new TopicLag(topic, records, Math.max(lag, recentMillis));
  }
}
