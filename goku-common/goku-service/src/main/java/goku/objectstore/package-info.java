/// Objects in S3: snapshots, finalized buckets and tiers. The only package that uses the AWS SDK.
@NullMarked
package goku.objectstore;

import org.jspecify.annotations.NullMarked;
