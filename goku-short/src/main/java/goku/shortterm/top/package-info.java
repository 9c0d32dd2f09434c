/// The top metrics, published every two hours (section 9 of the Goku paper): for each shard, the
/// metrics with the most time series and those with the most datapoints go to the Kafka topic
/// `goku-top-metrics` and to S3, once per window, however many replicas the shard has.
@NullMarked
package goku.shortterm.top;

import org.jspecify.annotations.NullMarked;
