/// A GokuL node: buckets of tiers on disk, loaded from S3 and dropped when their time has passed,
/// and the queries of them (sections 4.5, 4.6.4 and 4.7.4 of the Goku paper).
@NullMarked
package goku.longterm;

import org.jspecify.annotations.NullMarked;
