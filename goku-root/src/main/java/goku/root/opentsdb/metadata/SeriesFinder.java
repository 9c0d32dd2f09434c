package goku.root.opentsdb.metadata;

import goku.http.HttpError;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesId;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.root.fanout.Marked;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.SeriesDirectory;
import goku.root.fanout.Shortfall;
import goku.root.fanout.UnknownNames;
import goku.root.opentsdb.language.MetricWithTags;
import goku.root.opentsdb.names.ResolvedNames;
import goku.root.opentsdb.wire.Tsuid;
import goku.root.opentsdb.wire.Tsuids;
import goku.rpc.FoundSeries;
import goku.rpc.LookupQuery;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A search for series by TSUID, or by metric and tags.
record SeriesFinder(SeriesDirectory series, NameDirectory names, Tsuids tsuids) {
  /// The largest number of series in an answer. Bounds its memory.
  static final int MOST = 1000;

  /// Returns the series with the TSUID.
  FoundSeries identified(String tsuid) throws InterruptedException {
    return one(Tsuid.parse(List.of(tsuid)));
  }

  /// Returns the series with exactly these tags.
  FoundSeries exactly(MetricWithTags named) throws InterruptedException {
    return one(Set.of(tsuids.seriesOf(named.metric(), named.tags())));
  }

  private FoundSeries one(Set<SeriesId> ids) throws InterruptedException {
    SeriesDirectory.First first = series.first(ids);
    FoundSeries found = first.series();
    if (found == null) {
      Shortfall.ofNames(first.holes()).requireNone();
      throw new HttpError(404, "Could not find Timeseries meta data");
    }
    return found;
  }

  /// Returns the series that have at least these tags.
  Marked<FoundSeries> having(MetricWithTags named) throws InterruptedException {
    require("metrics", names.unknownMetric(named.metric()));
    require("tagk", unknown(NameKind.TAG_KEY, named, Tag::key));
    require("tagv", unknown(NameKind.TAG_VALUE, named, Tag::value));
    List<TagFilter> filters =
        named.tags().stream()
            .<TagFilter>map(
                tag -> new TagFilter.LiteralOr(tag.key(), Set.of(tag.value()), false, false, false))
            .toList();
    var filter = new SeriesFilter(named.metric(), filters, false);
    Marked<FoundSeries> found = names.lookup(new LookupQuery(filter, Set.of(), Set.of(), MOST + 1));
    if (found.found().size() > MOST) {
      throw new HttpError(
          413,
          "cannot return the metadata of more than %d series; give more tags in m".formatted(MOST));
    }
    return found;
  }

  private UnknownNames unknown(NameKind kind, MetricWithTags named, Function<Tag, String> word)
      throws InterruptedException {
    return names.unknown(
        kind, named.metric(), named.tags().stream().map(word).collect(Collectors.toSet()));
  }

  private static void require(String kind, UnknownNames unknown) {
    ResolvedNames.require("Unable to find one of the UIDs", kind, unknown);
  }
}
