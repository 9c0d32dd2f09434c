package goku.index;

import goku.model.TagFilter;
import java.util.ArrayList;
import java.util.List;

/// A test of single series against tag filters, by term ids. The text of a value is examined once
/// per filter and distinct value. Owned by one query, which holds a pin.
final class SeriesMatcher {
  private static final byte OTHER_KEY = 1;
  private static final byte MATCHES = 2;
  private static final byte DIFFERS = 3;

  private final TermDictionary terms;
  private final SlotTags tags;
  private final List<Test> tests;

  SeriesMatcher(TermDictionary terms, SeriesTable series, List<TagFilter> filters) {
    this.terms = terms;
    tags = new SlotTags(series);
    tests = new ArrayList<>(filters.size());
    for (TagFilter filter : filters) {
      tests.add(new Test(filter, terms));
    }
  }

  boolean matches(int slot) {
    if (tests.isEmpty()) {
      return true;
    }
    tags.read(slot);
    for (int i = 0; i < tests.size(); i++) {
      if (!matches(tests.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean matches(Test test) {
    for (int n = 0; n < tags.count(); n++) {
      byte verdict = test.verdict(tags.term(n), terms);
      if (verdict != OTHER_KEY) {
        return verdict == MATCHES;
      }
    }
    return test.filter.matchesAbsent();
  }

  private static final class Test {
    private final TagFilter filter;
    private final int key;
    private final TermMemo memo = new TermMemo();

    Test(TagFilter filter, TermDictionary terms) {
      this.filter = filter;
      key = terms.find(TermKind.KEY, filter.key());
    }

    byte verdict(int pair, TermDictionary terms) {
      byte known = memo.get(pair);
      if (known != TermMemo.UNKNOWN) {
        return known;
      }
      byte verdict = decide(pair, terms);
      memo.put(pair, verdict);
      return verdict;
    }

    private byte decide(int pair, TermDictionary terms) {
      if (terms.keyOf(pair) != key) {
        return OTHER_KEY;
      }
      return filter.matches(terms.value(pair)) ? MATCHES : DIFFERS;
    }
  }
}
