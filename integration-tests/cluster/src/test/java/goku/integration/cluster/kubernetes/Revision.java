package goku.integration.cluster.kubernetes;

import goku.integration.cluster.process.Build;

/// A template of all pods.
///
/// @param isReadySometime false if its pods never become ready
public record Revision(String name, Build build, boolean isReadySometime) {
  /// Creates a revision whose pods become ready.
  public Revision(String name, Build build) {
    this(name, build, true);
  }

  /// Returns a revision with an image that does not start.
  public static Revision broken(String name) {
    return new Revision(name, Build.current(), false);
  }
}
