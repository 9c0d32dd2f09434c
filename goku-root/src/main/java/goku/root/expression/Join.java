package goku.root.expression;

import goku.model.Tag;
import goku.root.expression.language.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// How the series of several operands find each other: those with the same tags belong together. Of
/// two series of one operand with the same tags, as far as they are compared, the later one is
/// taken, as in OpenTSDB.
///
/// @param useQueryTags compare only tags that the sub queries filter by
/// @param includeAggregateTags compare the keys of aggregated tags too
public record Join(Operator operator, boolean useQueryTags, boolean includeAggregateTags) {
  /// What an expression without a join has.
  public static final Join DEFAULT = new Join(Operator.UNION, false, true);

  private static final int MAX_SERIES = 10_000;

  /// Whether a series without a partner takes part, its partners being 0 then.
  public enum Operator {
    UNION,
    INTERSECTION
  }

  /// Series that belong together, by the ids of their operands in ascending order; ids without a
  /// series are left out. Ordered by what they have in common.
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
      // then OpenTSDB compares no aggregated tags either
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
