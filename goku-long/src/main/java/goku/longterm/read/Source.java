package goku.longterm.read;

/// A bucket that a selection reads, and where in it the series are.
record Source(BucketDb bucket, BucketSeries series) {}
