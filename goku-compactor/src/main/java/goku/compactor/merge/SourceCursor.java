package goku.compactor.merge;

import goku.compactor.series.SortedSource;
import java.io.IOException;
import java.util.Arrays;

/// A cursor over the series of a source, whose terms are renumbered for the sink. Cursors are
/// ordered by these terms, a prefix first, and then by the order of the sources. Owned by one
/// thread.
final class SourceCursor implements Comparable<SourceCursor> {
  private final SortedSource source;
  private final int position;
  private final int[] numbers;
  private int[] terms = new int[16];
  private int termCount;

  /// The number of series that were left out.
  private long passedOver;

  /// @param position index of the source among all
  /// @param numbers the number in the sink of each term of the source
  SourceCursor(SortedSource source, int position, int[] numbers) {
    this.source = source;
    this.position = position;
    this.numbers = numbers;
  }

  /// Moves to the next series that is not left out. Returns false at the end.
  boolean next() throws IOException, InterruptedException {
    boolean found = source.next();
    while (found && numbers[source.terms()[0]] == TermMerge.LEFT_OUT) {
      Interruption.check(++passedOver);
      found = source.next();
    }
    if (!found) {
      return false;
    }
    termCount = source.termCountOfSeries();
    if (terms.length < termCount) {
      terms = new int[termCount];
    }
    int[] own = source.terms();
    for (int i = 0; i < termCount; i++) {
      terms[i] = numbers[own[i]];
    }
    return true;
  }

  SortedSource source() {
    return source;
  }

  int[] terms() {
    return terms;
  }

  int termCount() {
    return termCount;
  }

  boolean isSameSeries(SourceCursor other) {
    return Arrays.equals(terms, 0, termCount, other.terms, 0, other.termCount);
  }

  @Override
  public int compareTo(SourceCursor other) {
    int order = Arrays.compare(terms, 0, termCount, other.terms, 0, other.termCount);
    return order != 0 ? order : Integer.compare(position, other.position);
  }
}
