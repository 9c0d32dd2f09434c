package goku.cluster.formats;

import java.time.Instant;

/// A known node and the formats that its build reads.
///
/// @param name the role and the node name, `short-a-0`
/// @param newest the newest level that the build reads
/// @param since the first start of a build with this newest level; the epoch if not known
public record FormatNode(String name, int newest, Instant since) {}
