package goku.shortterm.backup;

import goku.objectstore.ObjectStore;

/// The destination of files and of their events.
record Destination(
    ObjectStore store, FinalizedEvents events, FileChecks checks, BackupMetrics metrics) {}
