/// The index of a shard: which series there are, and which of them a filter selects (sections
/// 4.6.2, 4.7.3 and 6.1 of the paper).
///
/// Every name component, a metric or a `key=value` pair, is stored once per shard in the
/// `TermDictionary` and is a 4-byte term id everywhere else. A series is a slot: a record in the
/// `SeriesTable` with the ids of its components. The forward index leads from a name's hash to its
/// slot, the inverted index from a term to its slots.
///
/// **Memory**, of a name of a metric and 11 tags: 24 bytes of record, 24 or 32 of term ids, 6 of
/// the forward index, 5 to 20 of postings, and its share of the terms.
///
/// **Threads.** One writer, the thread that applies datapoints. Query threads read at any time and
/// neither waits for the other. Postings are immutable once published: the newest series wait in
/// `NewSeries`, where readers test them one by one, and are merged into new postings in bulk. A
/// reader takes the list of new series first and postings afterwards; as the writer publishes the
/// postings before the emptied list, a series is in one of them or in both. What is taken out is
/// used again through a `Reclaimer` only, so a reader must hold a pin from before it asks the index
/// until it has done with the slots and terms it got.
@NullMarked
package goku.index;

import org.jspecify.annotations.NullMarked;
