package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A parser of a value that is a number. Owned by one thread.
final class NumberWord implements ValueWords {
  private final NumberParser numbers = new NumberParser();
  private int end;

  @Override
  public @Nullable Rejection parse(
      byte[] line, int start, int wordEnd, int lineEnd, Datapoint into) {
    end = wordEnd;
    Rejection rejection = numbers.parse(line, start, wordEnd);
    into.word = numbers.word();
    into.type = numbers.type();
    return rejection;
  }

  @Override
  public int end() {
    return end;
  }
}
