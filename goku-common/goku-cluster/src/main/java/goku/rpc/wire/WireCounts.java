package goku.rpc.wire;

import com.google.protobuf.ByteString;
import goku.cardinality.CountQuery;
import goku.cardinality.HashFilter;
import goku.cardinality.HashFilterPart;
import goku.cardinality.ScopeCount;
import goku.cardinality.ScopeCount.Filtered;
import goku.cardinality.ScopeCount.LargestMetric;
import goku.cardinality.SeriesCounts;
import goku.cardinality.SeriesScope;
import goku.model.ShardId;
import goku.rpc.proto.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The conversion of numbers of series to messages and back. Each message is far below the size
/// limit: a large filter is sent in several.
public final class WireCounts {
  /// The largest number of parts of a filter in one message: about 1.3 MB.
  static final int PARTS_A_MESSAGE = 16;

  private WireCounts() {}

  public static Wire.CountRequest request(List<CountQuery> queries) {
    var request = Wire.CountRequest.newBuilder();
    for (CountQuery query : queries) {
      var shard =
          Wire.CountQuery.newBuilder()
              .setNamespace(query.shard().namespace())
              .setShard(query.shard().shard())
              .addAllPrefixes(query.prefixes());
      query.wanted().forEach(scope -> shard.addWanted(toWire(scope)));
      query.known().forEach((scope, version) -> shard.addKnown(toWire(scope)).addVersions(version));
      request.addShards(shard);
    }
    return request.build();
  }

  public static List<CountQuery> fromWire(Wire.CountRequest request) {
    return request.getShardsList().stream().map(WireCounts::fromWire).toList();
  }

  private static CountQuery fromWire(Wire.CountQuery query) {
    Map<SeriesScope, Long> known = new HashMap<>();
    for (int i = 0; i < Math.min(query.getKnownCount(), query.getVersionsCount()); i++) {
      known.put(fromWire(query.getKnown(i)), query.getVersions(i));
    }
    return new CountQuery(
        new ShardId(query.getNamespace(), query.getShard()),
        query.getPrefixesList(),
        query.getWantedList().stream().map(WireCounts::fromWire).collect(Collectors.toSet()),
        known);
  }

  /// Returns at least one message per scope.
  public static List<Wire.CountPart> toWire(SeriesCounts counts) {
    List<Wire.CountPart> parts = new ArrayList<>();
    for (ScopeCount scope : counts.scopes()) {
      var part =
          Wire.CountPart.newBuilder()
              .setNamespace(counts.shard().namespace())
              .setShard(counts.shard().shard())
              .setComplete(counts.isComplete())
              .setLagMillis(counts.lagMillis())
              .setScope(toWire(scope.scope()))
              .setSeries(scope.series())
              .setLimit(scope.limit());
      if (scope.filtered().isEmpty()) {
        parts.add(part.build());
      } else {
        for (Wire.Filtered filtered : toWire(scope.filtered().get())) {
          parts.add(part.clone().setFiltered(filtered).build());
        }
      }
    }
    return parts;
  }

  private static List<Wire.Filtered> toWire(Filtered filtered) {
    var first =
        Wire.Filtered.newBuilder()
            .setVersion(filtered.version())
            .setSeries(filtered.series())
            .setAgeMillis(filtered.ageMillis())
            .setMetric(filtered.largest().metric())
            .setTagKey(filtered.largest().tagKey());
    if (filtered.filter().isEmpty()) {
      return List.of(first.build());
    }
    List<HashFilterPart> all = filtered.filter().get().parts();
    List<Wire.Filtered> messages = new ArrayList<>();
    int from = 0;
    do {
      int to = Math.min(from + PARTS_A_MESSAGE, all.size());
      var filter = Wire.HashFilter.newBuilder();
      all.subList(from, to).forEach(part -> filter.addParts(toWire(part)));
      messages.add(first.clone().setFilter(filter).build());
      from = to;
    } while (from < all.size());
    return messages;
  }

  /// Returns the counts of all shards.
  public static List<SeriesCounts> fromWire(List<Wire.CountPart> parts) {
    Map<ShardId, Map<SeriesScope, List<Wire.CountPart>>> shards = new LinkedHashMap<>();
    for (Wire.CountPart part : parts) {
      shards
          .computeIfAbsent(
              new ShardId(part.getNamespace(), part.getShard()), _ -> new LinkedHashMap<>())
          .computeIfAbsent(fromWire(part.getScope()), _ -> new ArrayList<>())
          .add(part);
    }
    List<SeriesCounts> all = new ArrayList<>();
    shards.forEach((shard, scopes) -> all.add(counts(shard, scopes)));
    return all;
  }

  private static SeriesCounts counts(ShardId shard, Map<SeriesScope, List<Wire.CountPart>> scopes) {
    Wire.CountPart any = scopes.values().iterator().next().getFirst();
    List<ScopeCount> counts = new ArrayList<>();
    scopes.forEach((scope, parts) -> counts.add(count(scope, parts)));
    return new SeriesCounts(shard, any.getComplete(), any.getLagMillis(), counts);
  }

  private static ScopeCount count(SeriesScope scope, List<Wire.CountPart> parts) {
    Wire.CountPart first = parts.getFirst();
    Optional<Filtered> filtered =
        first.hasFiltered() ? Optional.of(filtered(parts)) : Optional.empty();
    return new ScopeCount(scope, first.getSeries(), first.getLimit(), filtered);
  }

  private static Filtered filtered(List<Wire.CountPart> parts) {
    Wire.Filtered first = parts.getFirst().getFiltered();
    return new Filtered(
        first.getVersion(),
        first.getSeries(),
        first.getAgeMillis(),
        first.hasFilter() ? Optional.of(filter(parts)) : Optional.empty(),
        new LargestMetric(first.getMetric(), first.getTagKey()));
  }

  private static HashFilter filter(List<Wire.CountPart> parts) {
    return new HashFilter(
        parts.stream()
            .flatMap(part -> part.getFiltered().getFilter().getPartsList().stream())
            .map(WireCounts::fromWire)
            .toList());
  }

  private static Wire.HashFilterPart toWire(HashFilterPart part) {
    short[] values = part.values();
    var bytes = ByteBuffer.allocate(values.length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asShortBuffer().put(values);
    return Wire.HashFilterPart.newBuilder()
        .setSeed(part.seed())
        .setValues(ByteString.copyFrom(bytes))
        .build();
  }

  private static HashFilterPart fromWire(Wire.HashFilterPart part) {
    short[] values = new short[part.getValues().size() / Short.BYTES];
    part.getValues()
        .asReadOnlyByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asShortBuffer()
        .get(values);
    return HashFilterPart.of(part.getSeed(), values);
  }

  private static Wire.Scope toWire(SeriesScope scope) {
    return Wire.Scope.newBuilder().setKind(scope.kind().name()).setName(scope.name()).build();
  }

  private static SeriesScope fromWire(Wire.Scope scope) {
    return new SeriesScope(Names.of(SeriesScope.Kind.class, scope.getKind()), scope.getName());
  }
}
