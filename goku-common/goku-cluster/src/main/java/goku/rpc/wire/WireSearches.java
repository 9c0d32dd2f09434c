package goku.rpc.wire;

import goku.model.ShardId;
import goku.model.Tag;
import goku.model.ValueType;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.proto.Wire;
import java.util.List;
import java.util.Set;

/// The conversion of searches for series, and for their last datapoints, to messages and back.
public final class WireSearches {
  private WireSearches() {}

  public static Wire.LookupRequest toWire(List<ShardId> shards, LookupQuery query) {
    return Wire.LookupRequest.newBuilder()
        .addAllShards(WireShards.toWire(shards))
        .setFilter(WireFilter.toWire(query.filter()))
        .addAllAnyKeyValues(query.anyKeyValues())
        .addAllDistinctKeys(query.distinctKeys())
        .setLimit(query.limit())
        .build();
  }

  /// Returns the query of a message.
  ///
  /// @throws WireException if parts are unknown in this version or invalid
  public static LookupQuery fromWire(Wire.LookupRequest wire) {
    try {
      return new LookupQuery(
          WireFilter.fromWire(wire.getFilter()),
          Set.copyOf(wire.getAnyKeyValuesList()),
          Set.copyOf(wire.getDistinctKeysList()),
          wire.getLimit());
    } catch (IllegalArgumentException e) {
      throw WireException.of("lookup", e);
    }
  }

  public static Wire.LastRequest toWire(List<ShardId> shards, LastQuery query) {
    return Wire.LastRequest.newBuilder()
        .addAllShards(WireShards.toWire(shards))
        .setFilter(WireFilter.toWire(query.filter()))
        .setRange(WireStages.toWire(query.range()))
        .setMaxSeries(query.maxSeries())
        .build();
  }

  /// Returns the query of a message.
  ///
  /// @throws WireException if parts are unknown in this version or invalid
  public static LastQuery fromWire(Wire.LastRequest wire) {
    try {
      return new LastQuery(
          WireFilter.fromWire(wire.getFilter()),
          WireStages.fromWire(wire.getRange()),
          wire.getMaxSeries());
    } catch (IllegalArgumentException e) {
      throw WireException.of("request for last datapoints", e);
    }
  }

  public static Wire.Series toWire(FoundSeries series) {
    var wire = Wire.Series.newBuilder().setMetric(series.metric());
    for (Tag tag : series.tags()) {
      wire.addTags(Wire.Tag.newBuilder().setKey(tag.key()).setValue(tag.value()));
    }
    return wire.build();
  }

  public static FoundSeries fromWire(Wire.Series wire) {
    return new FoundSeries(
        wire.getMetric(),
        wire.getTagsList().stream().map(tag -> new Tag(tag.getKey(), tag.getValue())).toList());
  }

  public static Wire.LastPoint toWire(LastPoint point) {
    var wire =
        Wire.LastPoint.newBuilder()
            .setSeries(toWire(point.series()))
            .setTimestampMillis(point.timestampMillis())
            .setValue(point.value())
            .setIsDouble(point.type() == ValueType.DOUBLES);
    if (point.type() == ValueType.LONGS) {
      wire.setWideInteger(point.integer());
    }
    return wire.build();
  }

  public static LastPoint fromWire(Wire.LastPoint wire) {
    FoundSeries series = fromWire(wire.getSeries());
    if (wire.hasWideInteger()) {
      double word = ValueType.word(wire.getWideInteger());
      return new LastPoint(series, wire.getTimestampMillis(), ValueType.LONGS, word);
    }
    ValueType type = wire.getIsDouble() ? ValueType.DOUBLES : ValueType.PLAIN;
    return new LastPoint(series, wire.getTimestampMillis(), type, wire.getValue());
  }
}
