package goku.model;

import java.util.List;
import java.util.stream.Collectors;

/// The identifier of a time series: the two hashes that decide its shard. A series is found by it
/// without its name. The identifiers of all series of a metric begin with the same hash.
public record SeriesId(long metricHash, long nameHash) {
  public static SeriesId of(String metric, List<Tag> tags) {
    return of(SeriesName.of(metric, tags.stream().collect(Collectors.toMap(Tag::key, Tag::value))));
  }

  public static SeriesId of(SeriesName name) {
    return new SeriesId(name.metricHash(), name.hash());
  }

  /// Returns the number of the shard that holds the series.
  public int shardIn(Sharding sharding) {
    return sharding.shardOf(metricHash, nameHash);
  }
}
