package goku.longterm.read;

import goku.longterm.read.access.BucketDb;
import goku.longterm.read.search.BucketSeries;

/// A bucket that a selection reads, and where in it the series are.
record SelectedBucket(BucketDb bucket, BucketSeries series) {}
