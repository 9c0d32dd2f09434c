package goku.compactor.sst;

import goku.compactor.sst.file.SstCursor;
import goku.format.sst.SstKeys;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cursor over the terms of the reverse dictionary. Reading the next term needs no seek. Owned by
/// one thread.
final class TermCursor {
  private final SstKeys keys;
  private final @Nullable SstCursor cursor;
  private int number = -1;
  private byte[] term = {};

  TermCursor(SstKeys keys, @Nullable SstCursor cursor) {
    this.keys = keys;
    this.cursor = cursor;
  }

  byte[] term(int wanted) throws IOException {
    if (wanted != number) {
      SstCursor terms = cursor;
      if (terms == null) {
        throw new IndexOutOfBoundsException("term " + wanted + " of 0");
      }
      byte[] key = keys.term(wanted);
      boolean found = wanted == number + 1 ? terms.next() : terms.seek(key);
      if (!found || !Arrays.equals(terms.key(), key)) {
        throw terms.broken("another key or the end", "term " + wanted);
      }
      term = terms.value();
      number = wanted;
    }
    return term;
  }
}
