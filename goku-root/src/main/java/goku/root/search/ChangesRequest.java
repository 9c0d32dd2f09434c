package goku.root.search;

import goku.model.TimeRange;

/// A search for changes as a client requests it.
///
/// @param range the window and its baseline, which is the time before it
/// @param windowMillis the begin of the window
/// @param intervalMillis the length of the slots
record ChangesRequest(TimeRange range, long windowMillis, long intervalMillis, SearchScope scope) {}
