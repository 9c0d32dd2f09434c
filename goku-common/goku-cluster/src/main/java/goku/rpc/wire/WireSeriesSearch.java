package goku.rpc.wire;

import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.correlation.Change;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import goku.query.search.Candidate;
import goku.query.search.ChangeQuery;
import goku.query.search.Comparisons;
import goku.query.search.CorrelationQuery;
import goku.query.search.Edge;
import goku.query.search.Edges;
import goku.query.search.Finding;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
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

/// The conversion of searches over all series to messages and back.
public final class WireSeriesSearch {
  /// The largest number of series in one message.
  static final int SERIES_PER_PART = 500;

  private WireSeriesSearch() {}

  /// Returns the request of a search.
  ///
  /// @param control the limits of the search, and its remaining time
  /// @param graceNanos the time by which the node's deadline is later
  public static Wire.SearchRequest toWire(
      List<ShardId> shards, SeriesSearch search, QueryControl control, long graceNanos) {
    var wire =
        Wire.SearchRequest.newBuilder()
            .addAllShards(WireShards.toWire(shards))
            .setHaystack(toWire(search.haystack()))
            .setStages(WireStages.toWire(search.stages()))
            .setResolution(WireQuery.toWire(search.resolution()))
            .setTop(search.top())
            .setMaxSeries(control.limits().maxSeries())
            .setMaxDatapoints(control.limits().maxDatapoints())
            .setTimeoutNanos(control.remainingNanos() + graceNanos);
    switch (search) {
      case CorrelationQuery query -> wire.setNeedle(toWire(query.needle()));
      case ChangeQuery query -> wire.setBaseline(query.baseline());
    }
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

  /// Returns the search of a message.
  ///
  /// @throws WireException if parts are unknown in this version or invalid
  public static SeriesSearch fromWire(Wire.SearchRequest wire) {
    try {
      Haystack haystack = fromWire(wire.getHaystack());
      SeriesStages stages = WireStages.fromWire(wire.getStages());
      Resolution resolution = WireQuery.fromWire(wire.getResolution());
      return wire.hasNeedle()
          ? new CorrelationQuery(
              haystack, stages, resolution, fromWire(wire.getNeedle()), wire.getTop())
          : new ChangeQuery(haystack, stages, resolution, wire.getBaseline(), wire.getTop());
    } catch (IllegalArgumentException e) {
      throw WireException.of("search", e);
    }
  }

  /// Returns the bytes that the query of a message will hold.
  public static long heldBytes(Wire.SearchRequest wire) {
    return Needle.heldBytes(wire.getNeedle().getValuesCount(), wire.getNeedle().getMaxLag());
  }

  /// Returns the limits of the search on this node.
  public static QueryLimits limits(Wire.SearchRequest wire) {
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
  public static List<Wire.SearchPart> toWire(SearchAnswer answer, QueryControl control) {
    List<Wire.SearchPart> parts = new ArrayList<>();
    parts.add(Wire.SearchPart.newBuilder().setHeader(header(answer, control)).build());
    for (List<Candidate> some : pieces(answer.best())) {
      var part = Wire.SearchPart.newBuilder();
      some.forEach(candidate -> part.addBest(toWire(candidate)));
      parts.add(part.build());
    }
    for (List<Edge> some : pieces(answer.appeared().sample())) {
      var part = Wire.SearchPart.newBuilder();
      some.forEach(edge -> part.addAppeared(toWire(edge)));
      parts.add(part.build());
    }
    for (List<Edge> some : pieces(answer.vanished().sample())) {
      var part = Wire.SearchPart.newBuilder();
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

  private static Wire.SearchHeader header(SearchAnswer answer, QueryControl control) {
    return Wire.SearchHeader.newBuilder()
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
            .setRates(values.areRates());
    switch (candidate.finding()) {
      case Finding.Correlated found ->
          wire.setCoefficient(found.coefficient()).setLag(found.lag()).setCommon(found.common());
      case Finding.Changed found -> wire.setChange(toWire(found.change()));
    }
    for (int slot = 0; slot < values.size(); slot++) {
      wire.addValues(values.get(slot));
    }
    return wire.build();
  }

  private static Wire.Change toWire(Change change) {
    return Wire.Change.newBuilder()
        .setDistance(change.distance())
        .setScore(change.score())
        .setVolume(change.volume())
        .build();
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
  public static SearchAnswer fromWire(List<Wire.SearchPart> parts, QueryControl control) {
    if (parts.isEmpty() || !parts.getFirst().hasHeader()) {
      throw new WireException("the answer to a search has no header");
    }
    Wire.SearchHeader header = parts.getFirst().getHeader();
    control.addSeries(header.getSeries());
    control.addDatapoints(header.getDatapoints(), header.getWorkNanos());
    return new SearchAnswer(
        all(parts, Wire.SearchPart::getBestList, WireSeriesSearch::fromWire),
        new Comparisons(header.getCompared(), header.getConstant(), header.getTooShort()),
        new Edges(
            header.getAppeared(),
            all(parts, Wire.SearchPart::getAppearedList, WireSeriesSearch::fromWire)),
        new Edges(
            header.getVanished(),
            all(parts, Wire.SearchPart::getVanishedList, WireSeriesSearch::fromWire)),
        WireShards.fromWire(header.getMissingList()),
        WireHoles.fromWire(header.getHolesList()),
        header.getLagMillis(),
        new HashSet<>(header.getOriginsList()));
  }

  private static <W, T> List<T> all(
      List<Wire.SearchPart> parts, Function<Wire.SearchPart, List<W>> list, Function<W, T> from) {
    return parts.stream().flatMap(part -> list.apply(part).stream()).map(from).toList();
  }

  private static Candidate fromWire(Wire.Candidate wire) {
    double[] values = array(wire.getValuesList());
    return new Candidate(
        finding(wire),
        fromWire(wire.getSeries()),
        wire.getRates() ? SlotValues.ofRates(values) : SlotValues.of(values));
  }

  private static Finding finding(Wire.Candidate wire) {
    if (!wire.hasChange()) {
      return new Finding.Correlated(wire.getCoefficient(), wire.getLag(), wire.getCommon());
    }
    Wire.Change change = wire.getChange();
    return new Finding.Changed(
        new Change(change.getDistance(), change.getScore(), change.getVolume()));
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
