package goku.shortterm.usage;

import goku.index.TermDictionary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Small numbers for the metrics of a shard, which stay constant while term ids are freed and
/// reused. Owned by one thread at a time.
final class MetricNumbers {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  int size() {
    return names.size();
  }

  String name(int number) {
    return names.get(number);
  }

  private int of(String metric) {
    Integer known = numbers.putIfAbsent(metric, names.size());
    if (known != null) {
      return known;
    }
    names.add(metric);
    return names.size() - 1;
  }

  /// The mapping from term ids to numbers, valid as long as its creator holds a pin.
  final class OfTerms {
    private static final int UNKNOWN = -1;

    private final TermDictionary terms;
    private int[] byTerm = new int[0];

    OfTerms(TermDictionary terms) {
      this.terms = terms;
    }

    int of(int term) {
      if (term >= byTerm.length) {
        int before = byTerm.length;
        byTerm = Arrays.copyOf(byTerm, Math.max(1024, Math.max(term + 1, before * 2)));
        Arrays.fill(byTerm, before, byTerm.length, UNKNOWN);
      }
      if (byTerm[term] == UNKNOWN) {
        byTerm[term] = MetricNumbers.this.of(terms.text(term));
      }
      return byTerm[term];
    }
  }
}
