package goku.root.expression;

import goku.model.Tag;
import goku.root.expression.language.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A join of the series of several operands by equal tags. If two series of one operand have the
/// same compared tags, the later one is used, as in OpenTSDB.
///
/// @param useQueryTags whether to compare only tags that the sub-queries filter by
/// @param includeAggregateTags whether to compare the keys of aggregated tags too
public record Join(Operator operator, boolean useQueryTags, boolean includeAggregateTags) {
  /// The join of an expression that specifies none.
  public static final Join DEFAULT = new Join(Operator.UNION, false, true);

  private static final int MAX_SERIES = 10_000;

  /// The treatment of series without a partner. A union keeps them, with 0 for their partners.
  public enum Operator {
    UNION,
    INTERSECTION
  }

  /// Returns the joined series, each row by operand id in ascending order. Missing partners are
  /// left out. Rows are ordered by their common tags.
  List<SortedMap<String, Series>> apply(List<Operand> operands) {
    SortedMap<List<String>, SortedMap<String, Series>> rows = union(operands);
    boolean nothing = rows.isEmpty();
    if (operator == Operator.INTERSECTION) {
      rows.values().removeIf(row -> row.size() < operands.size());
    }
    if (rows.isEmpty() && !nothing) {
      throw new ExpressionException(
          "No intersections found: no series of %s have the same tags; group all by the same tags, or join by union"
              .formatted(ids(operands)));
    }
    if (rows.size() > MAX_SERIES) {
      throw new TooLargeException(
          "The join of %s gives %d series, the limit is %d; narrow the filters or group by fewer tags"
              .formatted(ids(operands), rows.size(), MAX_SERIES));
    }
    return List.copyOf(rows.values());
  }

  private SortedMap<List<String>, SortedMap<String, Series>> union(List<Operand> operands) {
    SortedMap<List<String>, SortedMap<String, Series>> rows = new TreeMap<>(Join::compare);
    for (Operand operand : operands) {
      for (Series series : operand.series()) {
        rows.computeIfAbsent(key(operand, series), first -> new TreeMap<>())
            .put(operand.id(), series);
      }
    }
    return rows;
  }

  private static List<String> ids(List<Operand> operands) {
    return operands.stream().map(Operand::id).toList();
  }

  private List<String> key(Operand operand, Series series) {
    List<String> key = new ArrayList<>();
    if (series.tags().isEmpty()) {
      // in this case OpenTSDB compares no aggregated tags either
      return key;
    }
    for (Tag tag : series.tags()) {
      if (!useQueryTags || operand.queryTags().contains(tag.key())) {
        key.add(tag.key());
        key.add(tag.value());
      }
    }
    if (includeAggregateTags) {
      key.addAll(series.aggregateTags());
    }
    return key;
  }

  private static int compare(List<String> a, List<String> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = a.get(i).compareTo(b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
