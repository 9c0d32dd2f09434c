package goku.tier;

/// The coverage of a finalized file, as its header states it: how the file relates to others of the
/// same window.
public enum Coverage {
  /// The file is of a version that does not state its coverage. It replaces others, but not if it
  /// has no datapoints.
  UNKNOWN,
  /// The file has all datapoints of its window and replaces others.
  COMPLETE,
  /// The shard had lost datapoints of the window. The file replaces no other, and adds to those of
  /// lower generations.
  INCOMPLETE,
  /// The file has only late datapoints, which are merged with those of the window.
  ADDITION;

  /// Returns whether a file replaces others of its window with lower generations.
  public boolean replaces() {
    return this == UNKNOWN || this == COMPLETE;
  }
}
