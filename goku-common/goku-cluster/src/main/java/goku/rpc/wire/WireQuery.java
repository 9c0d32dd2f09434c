package goku.rpc.wire;

import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.Resolution;
import goku.query.aggregator.Aggregator;
import goku.rpc.proto.Wire;
import java.util.Set;

/// The conversion of queries to messages and back.
public final class WireQuery {
  private WireQuery() {}

  public static Wire.NodeQuery toWire(NodeQuery query) {
    return Wire.NodeQuery.newBuilder()
        .setFilter(WireFilter.toWire(query.filter()))
        .setStages(WireStages.toWire(query.stages()))
        .setGrouping(toWire(query.grouping()))
        .setSeries(query.series())
        .setResolution(toWire(query.resolution()))
        .build();
  }

  /// Returns the query of a message.
  ///
  /// @throws WireException if parts are unknown in this version or invalid
  public static NodeQuery fromWire(Wire.NodeQuery wire) {
    try {
      return query(wire);
    } catch (IllegalArgumentException e) {
      throw WireException.of("query", e);
    }
  }

  private static NodeQuery query(Wire.NodeQuery wire) {
    return new NodeQuery(
        WireFilter.fromWire(wire.getFilter()),
        WireStages.fromWire(wire.getStages()),
        fromWire(wire.getGrouping()),
        wire.getSeries(),
        fromWire(wire.getResolution()));
  }

  static Wire.Resolution toWire(Resolution resolution) {
    return Wire.Resolution.newBuilder()
        .setValue(resolution.value().name())
        .setExactMillis(resolution.exactMillis())
        .build();
  }

  static Resolution fromWire(Wire.Resolution wire) {
    return new Resolution(Names.of(Resolution.Value.class, wire.getValue()), wire.getExactMillis());
  }

  private static Wire.Grouping toWire(Grouping grouping) {
    return Wire.Grouping.newBuilder()
        .addAllBy(grouping.by())
        .setAggregator(grouping.aggregator().name())
        .setRates(grouping.rates())
        .setWindow(WireStages.toWire(grouping.window()))
        .setMembers(grouping.members())
        .build();
  }

  private static Grouping fromWire(Wire.Grouping wire) {
    return new Grouping(
        Set.copyOf(wire.getByList()),
        Names.of(Aggregator.class, wire.getAggregator()),
        wire.getRates(),
        WireStages.fromWire(wire.getWindow()),
        wire.getMembers());
  }
}
