package goku.rpc.wire;

import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import goku.query.search.Candidate;
import goku.query.search.Comparisons;
import goku.query.search.CorrelationAnswer;
import goku.query.search.CorrelationQuery;
import goku.query.search.Edge;
import goku.query.search.Edges;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SlotValues;
import goku.rpc.FoundSeries;
import goku.rpc.proto.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The conversion of correlation searches to messages and back.
public final class WireCorrelation {
  /// The largest number of series in one message.
  static final int SERIES_PER_PART = 500;

  private WireCorrelation() {}

  /// Returns the request of a search.
  ///
  /// @param control the limits of the search, and its remaining time
  /// @param graceNanos the time by which the node's deadline is later
  public static Wire.CorrelateRequest toWire(
      List<ShardId> shards, CorrelationQuery query, QueryControl control, long graceNanos) {
    var wire =
        Wire.CorrelateRequest.newBuilder()
            .addAllShards(WireShards.toWire(shards))
            .setHaystack(toWire(query.haystack()))
            .setStages(WireStages.toWire(query.stages()))
            .setResolution(WireQuery.toWire(query.resolution()))
            .setNeedle(toWire(query.needle()))
            .setTop(query.top())
            .setMaxSeries(control.limits().maxSeries())
            .setMaxDatapoints(control.limits().maxDatapoints())
            .setTimeoutNanos(control.remainingNanos() + graceNanos);
    return wire.build();
  }

  private static Wire.Haystack toWire(Haystack haystack) {
    var wire =
        Wire.Haystack.newBuilder()
            .setFilter(WireFilter.toWire(haystack.filter()))
            .putAllRenamed(haystack.renamed());
    for (MetricPattern pattern : haystack.metrics()) {
      wire.addMetrics(toWire(pattern.text(), pattern.isPrefix()));
    }
    for (BlockRule rule : haystack.excluded().rules()) {
      wire.addExcluded(toWire(rule.metric(), rule.isPrefix()));
    }
    return wire.build();
  }

  private static Wire.MetricPattern toWire(String text, boolean isPrefix) {
    return Wire.MetricPattern.newBuilder().setText(text).setIsPrefix(isPrefix).build();
  }

  private static Wire.Needle toWire(Needle needle) {
    var wire = Wire.Needle.newBuilder().setScore(needle.score().name()).setMaxLag(needle.maxLag());
    for (double value : needle.values()) {
      wire.addValues(value);
    }
    return wire.build();
  }

  /// Returns the query of a message.
  ///
  /// @throws WireException if parts are unknown in this version or invalid
  public static CorrelationQuery fromWire(Wire.CorrelateRequest wire) {
    try {
      return new CorrelationQuery(
          fromWire(wire.getHaystack()),
          WireStages.fromWire(wire.getStages()),
          WireQuery.fromWire(wire.getResolution()),
          fromWire(wire.getNeedle()),
          wire.getTop());
    } catch (IllegalArgumentException e) {
      throw WireException.of("correlation search", e);
    }
  }

  /// Returns the bytes that the query of a message will hold.
  public static long heldBytes(Wire.CorrelateRequest wire) {
    return Needle.heldBytes(wire.getNeedle().getValuesCount(), wire.getNeedle().getMaxLag());
  }

  /// Returns the limits of the search on this node.
  public static QueryLimits limits(Wire.CorrelateRequest wire) {
    return new QueryLimits(
        wire.getMaxSeries(),
        wire.getMaxDatapoints(),
        Duration.ofNanos(wire.getTimeoutNanos()),
        QueryLimits.CORRELATE);
  }

  private static Haystack fromWire(Wire.Haystack wire) {
    return new Haystack(
        WireFilter.fromWire(wire.getFilter()),
        wire.getMetricsList().stream()
            .map(pattern -> new MetricPattern(pattern.getText(), pattern.getIsPrefix()))
            .toList(),
        new Blocklist(
            wire.getExcludedList().stream()
                .map(rule -> new BlockRule(rule.getText(), rule.getIsPrefix()))
                .collect(Collectors.toSet())),
        wire.getRenamedMap());
  }

  private static Needle fromWire(Wire.Needle wire) {
    return Needle.of(
        array(wire.getValuesList()), Names.of(Score.class, wire.getScore()), wire.getMaxLag());
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// Returns at least one message, the best series first.
  ///
  /// @param control what the search has touched
  public static List<Wire.CorrelatePart> toWire(CorrelationAnswer answer, QueryControl control) {
    List<Wire.CorrelatePart> parts = new ArrayList<>();
    parts.add(Wire.CorrelatePart.newBuilder().setHeader(header(answer, control)).build());
    for (List<Candidate> some : pieces(answer.best())) {
      var part = Wire.CorrelatePart.newBuilder();
      some.forEach(candidate -> part.addBest(toWire(candidate)));
      parts.add(part.build());
    }
    for (List<Edge> some : pieces(answer.appeared().sample())) {
      var part = Wire.CorrelatePart.newBuilder();
      some.forEach(edge -> part.addAppeared(toWire(edge)));
      parts.add(part.build());
    }
    for (List<Edge> some : pieces(answer.vanished().sample())) {
      var part = Wire.CorrelatePart.newBuilder();
      some.forEach(edge -> part.addVanished(toWire(edge)));
      parts.add(part.build());
    }
    return parts;
  }

  private static <T> List<List<T>> pieces(List<T> all) {
    List<List<T>> pieces = new ArrayList<>();
    for (int from = 0; from < all.size(); from += SERIES_PER_PART) {
      pieces.add(all.subList(from, Math.min(from + SERIES_PER_PART, all.size())));
    }
    return pieces;
  }

  private static Wire.CorrelateHeader header(CorrelationAnswer answer, QueryControl control) {
    return Wire.CorrelateHeader.newBuilder()
        .setCompared(answer.comparisons().compared())
        .setConstant(answer.comparisons().constant())
        .setTooShort(answer.comparisons().tooShort())
        .setAppeared(answer.appeared().count())
        .setVanished(answer.vanished().count())
        .addAllHoles(WireHoles.toWire(answer.holes()))
        .setLagMillis(answer.lagMillis())
        .addAllMissing(WireShards.toWire(answer.missing()))
        .addAllOrigins(answer.origins())
        .setSeries(control.series())
        .setDatapoints(control.datapoints())
        .setWorkNanos(control.workNanos())
        .build();
  }

  private static Wire.Candidate toWire(Candidate candidate) {
    SlotValues values = candidate.values();
    var wire =
        Wire.Candidate.newBuilder()
            .setSeries(toWire(candidate.series()))
            .setCoefficient(candidate.coefficient())
            .setLag(candidate.lag())
            .setCommon(candidate.common())
            .setRates(values.areRates());
    for (int slot = 0; slot < values.size(); slot++) {
      wire.addValues(values.get(slot));
    }
    return wire.build();
  }

  private static Wire.Edge toWire(Edge edge) {
    return Wire.Edge.newBuilder().setSeries(toWire(edge.series())).setSlot(edge.slot()).build();
  }

  private static Wire.Series toWire(SeriesName series) {
    return WireSearches.toWire(new FoundSeries(series.metric(), series.tags()));
  }

  /// Returns the answer of all parts, and counts what the search has touched.
  ///
  /// @throws WireException if the answer is incomplete or invalid
  public static CorrelationAnswer fromWire(List<Wire.CorrelatePart> parts, QueryControl control) {
    if (parts.isEmpty() || !parts.getFirst().hasHeader()) {
      throw new WireException("the answer to a correlation search has no header");
    }
    Wire.CorrelateHeader header = parts.getFirst().getHeader();
    control.addSeries(header.getSeries());
    control.addDatapoints(header.getDatapoints(), header.getWorkNanos());
    return new CorrelationAnswer(
        all(parts, Wire.CorrelatePart::getBestList, WireCorrelation::fromWire),
        new Comparisons(header.getCompared(), header.getConstant(), header.getTooShort()),
        new Edges(
            header.getAppeared(),
            all(parts, Wire.CorrelatePart::getAppearedList, WireCorrelation::fromWire)),
        new Edges(
            header.getVanished(),
            all(parts, Wire.CorrelatePart::getVanishedList, WireCorrelation::fromWire)),
        WireShards.fromWire(header.getMissingList()),
        WireHoles.fromWire(header.getHolesList()),
        header.getLagMillis(),
        new HashSet<>(header.getOriginsList()));
  }

  private static <W, T> List<T> all(
      List<Wire.CorrelatePart> parts,
      Function<Wire.CorrelatePart, List<W>> list,
      Function<W, T> from) {
    return parts.stream().flatMap(part -> list.apply(part).stream()).map(from).toList();
  }

  private static Candidate fromWire(Wire.Candidate wire) {
    double[] values = array(wire.getValuesList());
    return new Candidate(
        wire.getCoefficient(),
        wire.getLag(),
        wire.getCommon(),
        fromWire(wire.getSeries()),
        wire.getRates() ? SlotValues.ofRates(values) : SlotValues.of(values));
  }

  private static Edge fromWire(Wire.Edge wire) {
    return new Edge(fromWire(wire.getSeries()), wire.getSlot());
  }

  private static SeriesName fromWire(Wire.Series wire) {
    Map<String, String> tags = new HashMap<>();
    wire.getTagsList().forEach(tag -> tags.put(tag.getKey(), tag.getValue()));
    return SeriesName.of(wire.getMetric(), tags);
  }
}
