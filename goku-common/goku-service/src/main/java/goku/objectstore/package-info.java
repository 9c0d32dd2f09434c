/// Objects in S3: snapshots, finalized buckets and tiers. The only package that knows the AWS SDK.
@NullMarked
package goku.objectstore;

import org.jspecify.annotations.NullMarked;
