package goku.longterm.read;

import goku.longterm.read.access.BucketDb;
import goku.longterm.read.search.BucketSeries;

/// A bucket that a selection reads, with the ids of the series in it.
record SelectedBucket(BucketDb bucket, BucketSeries series) {}
