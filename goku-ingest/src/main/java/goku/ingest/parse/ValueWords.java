package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A parser of the words of a line between its timestamp and its tags. Owned by one thread.
interface ValueWords {
  /// Parses the value into a datapoint. Returns null, or the reason for the rejection.
  ///
  /// @param start the first character of the value
  /// @param wordEnd the end of its first word
  /// @param lineEnd the end of the line
  @Nullable Rejection parse(byte[] line, int start, int wordEnd, int lineEnd, Datapoint into);

  /// Returns the end of the last value that was parsed.
  int end();
}
