package goku.cluster.formats;

import java.time.Instant;

/// A known node and the formats that its build reads.
///
/// @param name the role and the node name, `short-a-0`
/// @param newest the newest level that the build reads
/// @param since the first start of a build with this newest level; the epoch if not known
/// @param build the version of the build; empty if the build registered none
public record FormatNode(String name, int newest, Instant since, String build) {
  /// Creates a node of a build that registered no version.
  public FormatNode(String name, int newest, Instant since) {
    this(name, newest, since, "");
  }

  /// Returns this node with the time of an earlier start, if that build had the same newest level.
  FormatNode after(FormatNode earlier) {
    return earlier.newest == newest ? new FormatNode(name, newest, earlier.since, build) : this;
  }
}
