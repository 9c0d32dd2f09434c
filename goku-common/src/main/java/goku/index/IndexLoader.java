package goku.index;

/// Puts many series into an index in a row: from files, where names are lists of terms. The index
/// is complete after `finish`. Owned by the index' writer, which calls nothing else of the index
/// meanwhile; readers may search, and do not find what is not finished.
public final class IndexLoader {
  private final SeriesIndex index;

  IndexLoader(SeriesIndex index) {
    this.index = index;
  }

  /// The id of a metric's term, made if need be; `TermDictionary.NONE` when there is no memory.
  public int metric(byte[] utf8) {
    throw new UnsupportedOperationException();
  }

  /// The id of the term of a `key=value`, made if need be; `TermDictionary.NONE` when there is no
  /// memory.
  public int pair(byte[] utf8) {
    throw new UnsupportedOperationException();
  }

  /// The slot of the series with this name, made if need be; `SeriesIndex.NO_MEMORY` when there is
  /// no memory.
  ///
  /// @param hash of the canonical name
  /// @param pairs terms ascending by key
  public int series(long hash, int metric, int[] pairs, int count) {
    throw new UnsupportedOperationException();
  }

  /// Publishes the series to searches, and forgets terms that no series has.
  public void finish() {
    throw new UnsupportedOperationException();
  }
}
