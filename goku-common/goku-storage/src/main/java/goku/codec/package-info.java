/// The codec of datapoints in memory: append-only Gorilla streams (section 4.1 of the Gorilla
/// paper) of one series in one bucket, off the heap.
///
/// ## A stream
///
/// A stream is a chain of chunks. Its handle is that of the first chunk, which begins with the
/// header. The header has all that appending needs, in one cache line. One writer appends. Readers
/// copy a prefix at any time.
///
/// | offset | bytes | header field |
/// | ---: | ---: | --- |
/// | 0 | 8 | published: number of datapoints << 32, number of bits |
/// | 8 | 8 | tail: the last, unfinished word |
/// | 16 | 4 | flushed: number of finished words, all of which are in the chunks |
/// | 20 | 4 | last chunk, which is being filled |
/// | 24 | 8 | timestamp of the last datapoint, in milliseconds |
/// | 32 | 8 | its difference to the previous one, in milliseconds |
/// | 40 | 8 | bits of the last value |
/// | 48 | 8 | words left in the last chunk << 48, address of the next one / 8 |
/// | 56 | 1 | trailing zeros of the current window of meaningful bits |
/// | 57 | 1 | meaningful bits of that window - 1; 255 when there is none yet |
/// | 58 | 1 | flags: 1 the stream's unit is milliseconds, 2 timestamps do not ascend strictly, 4 values are 64-bit integers, 8 values are no integers, 12 values are words of histograms (`HistogramWords`) |
/// | 59 | 1 | not used |
/// | 60 | 4 | second chunk |
///
/// | chunk | bytes | content |
/// | --- | ---: | --- |
/// | first | 128 | header, 8 words |
/// | later ones | half of the words so far, from 64 to 1024 | next chunk (4), not used (4), words |
///
/// A word is a native 64-bit integer that is filled from its highest bit downwards.
///
/// **Publication.** The writer stores, each with release: finished words and then `flushed`; then
/// `tail`; then `published`. A reader loads, each with acquire, `published`, `tail`, `flushed`. If
/// `flushed` is still the number of the word in which the published bits end, the loaded tail is
/// that word. Otherwise the chunks have that word by now. Written bits of a word never change.
/// Either way the reader has the published prefix.
///
/// **Images.** Of the header, a reader can rely only on `published`, `tail` and `flushed`: the
/// other fields may already be those of the next datapoint. So the state at the end of a copied
/// prefix is found by decoding it. A stream that is restored from such an image has chunks of the
/// sizes that appending would have made.
///
/// ## Bits of a datapoint
///
/// `GorillaLayout` has the table of control bits, widths and ranges.
@NullMarked
package goku.codec;

import org.jspecify.annotations.NullMarked;
