/// The index of a shard: its series, and the search by filters (sections 4.6.2, 4.7.3 and 6.1 of
/// the paper).
///
/// Every name component, a metric or a `key=value` pair, is stored once per shard in the
/// `TermDictionary` and is a 4-byte term id everywhere else. A series is a slot: a record in the
/// `SeriesTable` with the ids of its components. The forward index maps the hash of a name to its
/// slot. The inverted index maps a term to its slots.
///
/// **Memory** for a name of a metric and 11 tags: 24 bytes of record, 24 or 32 of term ids, 6 of
/// the forward index, 5 to 20 of postings, and its share of the terms.
///
/// **Threads.** There is one writer, the thread that applies datapoints. Query threads read at any
/// time, and neither side waits for the other. Postings are immutable once published. The newest
/// series are in `NewSeries`, where readers test them one by one, and are merged into new postings
/// in bulk. A reader loads the list of new series first and the postings afterwards. The writer
/// publishes the postings before the emptied list. So a reader finds each series in at least one of
/// them. Removed memory is reused only through a `Reclaimer`. A reader must therefore hold a pin
/// from before it calls the index until it no longer uses the returned slots and terms.
@NullMarked
package goku.index;

import org.jspecify.annotations.NullMarked;
