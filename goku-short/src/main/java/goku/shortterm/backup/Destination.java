package goku.shortterm.backup;

import goku.objectstore.ObjectStore;

/// Where files go, and who is told.
record Destination(
    ObjectStore store, FinalizedEvents events, FileChecks checks, BackupMetrics metrics) {}
