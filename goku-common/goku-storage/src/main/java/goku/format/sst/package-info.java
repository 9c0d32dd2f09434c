/// Keys and values of a bucket of a tier in RocksDB (section 4.6.3 of the Goku paper). The package
/// handles bytes and does not depend on RocksDB. The marker has the version, 2.
///
/// ## Keys
///
/// Integers in keys are big-endian, so that they sort as numbers. Every key begins with
///
/// | Size | Field |
/// | ---: | --- |
/// | 1 | type of the key |
/// | 1 | tier |
/// | 4 | start of the bucket, seconds since the epoch |
/// | 4 | generation |
///
/// so that a bucket's keys of one type are adjacent and are dropped together.
///
/// | Type | Key, after the beginning | Value |
/// | ---: | --- | --- |
/// | 1 | dictionary: kind (1: 0 metric, 1 pair, 2 tag key, 3 tag value), UTF-8 | of a metric: its id, its first series, number of its series; of a pair: its id; of a tag key: id of its first pair, number of its pairs; of a tag value: nothing |
/// | 2 | reverse dictionary: id (4) | UTF-8 of the metric or of `key=value` |
/// | 3 | postings: metric (4), pair (4) | the series of the metric that have the pair: ids |
/// | 4 | special postings: metric (4), first pair of a tag key (4) | the series of the metric that have the key, and the pair of each: ids, pairs |
/// | 5 | names: metric (4), first series (4) | names of up to 1024 series of the metric, in order |
/// | 6 | column: number (4) | datapoints (varint), block of timestamps |
/// | 7 | data: aggregator (1), metric (4), series (4) | number of the column (varint), block of values |
/// | 8 | marker | version (2), number of metrics, pairs, series (varints), datapoints (varint) |
///
/// Integers in values are varints (7 bits per byte, the lowest first, the high bit set on all bytes
/// but the last) unless their size is given. Those with a size are little-endian.
///
/// Terms are metrics and then pairs, `key=value`, both ascending by unsigned bytes, numbered from 0
/// on as in a bucket file. So all pairs of a key are adjacent. Series ascend by the numbers of
/// their terms, a prefix first, and are numbered from 0 on. So the series of a metric are adjacent.
///
/// Aggregators: 0 raw, 1 sum, 2 count, 3 min, 4 max. The average is derived.
///
/// A column is the timestamps of one or more series, as in a bucket file, and is stored once. The
/// origin of its block is the start of the bucket. Raw datapoints and rollups have the same kind of
/// columns. The timestamps of rollups are the first milliseconds of the intervals, and all
/// aggregators of a series share one column.
///
/// The paper puts the tags of a series into each of its data values, of which there are up to five.
/// Here they are stored once, in the names, and a query reads a thousand names at a time.
///
/// ## Ids
///
/// Ascending ids are written in the smaller of two forms:
///
/// | Size | Field |
/// | ---: | --- |
/// | 1 | 0: varints; 1: a Roaring bitmap in its portable format |
/// | | 0: number of ids, the first id, differences to the previous one less 1. 1: the bitmap |
///
/// Pairs of the special postings: number of distinct pairs (varint), these ascending as the first
/// and differences, then for each id the index of its pair among them, packed in as many bits as
/// the number of distinct pairs less 1 has, the first in the lowest bits, padded to a whole byte.
///
/// ## Names
///
/// | Size | Field |
/// | ---: | --- |
/// | varint | number of series |
/// | | of each: hash of the canonical name (8), check (4), then its pairs encoded as a name in a bucket file: mask and differences to the previous series of the same value; the first has the mask 0 |
///
/// The check tells series with equal hashes apart. It is the MurmurHash3 (x86, 32 bits, seed 0) of
/// the hashes of the series' terms, the metric and then the pairs in their order, as integers of 4
/// bytes. The hash of a term is the lower half of the XXH3 of its UTF-8 with the seed `0x476F6B75`.
@NullMarked
package goku.format.sst;

import org.jspecify.annotations.NullMarked;
