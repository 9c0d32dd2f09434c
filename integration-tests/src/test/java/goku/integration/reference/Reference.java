package goku.integration.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The reference query engine over a list of series.
public final class Reference {
  /// The order in which OpenTSDB compares identifiers of names that were assigned in the order of
  /// the names.
  private static final Comparator<List<String>> WORD_BY_WORD =
      (a, b) -> {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
          int order = a.get(i).compareTo(b.get(i));
          if (order != 0) {
            return order;
          }
        }
        return Integer.compare(a.size(), b.size());
      };

  private final List<StoredSeries> all;

  public Reference(List<StoredSeries> all) {
    this.all = List.copyOf(all);
  }

  /// Timestamps are in milliseconds.
  public Answer answer(Request request) {
    // "An end before or at the start is an error 400."
    if (request.endMillis() <= request.startMillis()) {
      return Answer.error(400);
    }
    var selection = new Selection(all);
    List<AnsweredSeries> result = new ArrayList<>();
    for (SubQuery query : request.queries()) {
      if (!selection.knows(query)) {
        return Answer.error(400);
      }
      for (Group group : groups(selection.of(query), query, request)) {
        result.add(group.answer(query, request));
      }
    }
    // "A float result beyond the double range is an error 400."
    boolean beyond =
        result.stream()
            .flatMap(series -> series.points().stream())
            .anyMatch(AnsweredPoint::isInfinite);
    return beyond ? Answer.error(400) : new Answer(200, result);
  }

  /// Returns the groups in the order of their values.
  private static Iterable<Group> groups(
      List<StoredSeries> selected, SubQuery query, Request request) {
    Window window = Window.of(request, query.downsampling());
    SortedMap<List<String>, List<StoredSeries>> byKey = new TreeMap<>(WORD_BY_WORD);
    for (StoredSeries series : selected) {
      // "A series without a point in the window is not answered"; "`aggregateTags` and `tags` are
      // made from all series with points in the window".
      if (!window.cut(series.points()).isEmpty()) {
        byKey.computeIfAbsent(groupOf(series, query), key -> new ArrayList<>()).add(series);
      }
    }
    List<Group> groups = new ArrayList<>();
    for (List<StoredSeries> members : byKey.values()) {
      members.sort(Comparator.comparing(Reference::words, WORD_BY_WORD));
      groups.add(group(members, query, request, window));
    }
    return groups;
  }

  private static List<String> groupOf(StoredSeries series, SubQuery query) {
    // "none answers every series by itself, whatever the grouping"
    if (query.aggregator().equals("none")) {
      return words(series);
    }
    SortedSet<String> keys = new TreeSet<>();
    query.filters().stream().filter(Filter::groupBy).forEach(filter -> keys.add(filter.key()));
    return keys.stream().map(key -> series.tags().getOrDefault(key, "")).toList();
  }

  private static List<String> words(StoredSeries series) {
    List<String> words = new ArrayList<>();
    series
        .tags()
        .forEach(
            (key, value) -> {
              words.add(key);
              words.add(value);
            });
    return words;
  }

  /// "The order is always downsample, rate, aggregate".
  private static Group group(
      List<StoredSeries> series, SubQuery query, Request request, Window window) {
    boolean integers = query.downsampling() == null && query.rate() == null;
    List<Member> members = new ArrayList<>();
    for (StoredSeries one : series) {
      NavigableMap<Long, Double> points = window.cut(one.points());
      integers = integers && points.values().stream().allMatch(Reference::isInteger);
      if (query.downsampling() != null) {
        points = query.downsampling().apply(points, one, request, window);
      }
      members.add(
          query.rate() == null
              ? new Member(one, points, null)
              : rated(one, query.rate().withFirst(points)));
    }
    return new Group(members, integers);
  }

  private static Member rated(StoredSeries series, NavigableMap<Long, Double> rates) {
    Map.Entry<Long, Double> first = rates.firstEntry();
    return first == null
        ? new Member(series, rates, 0.0)
        : new Member(series, rates.tailMap(first.getKey(), false), first.getValue());
  }

  /// Storage keeps doubles: a series all of whose values are whole is one of integers.
  private static boolean isInteger(double value) {
    return value == Math.rint(value) && Math.abs(value) <= 0x1p63;
  }
}
