package goku.longterm.read;

import goku.config.DurationText;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.longterm.read.access.OpenReads;
import goku.longterm.read.cover.Segment;
import goku.longterm.read.mask.Masks;
import goku.longterm.read.mask.MetricMask;
import goku.longterm.read.search.SelectionBuilder;
import goku.longterm.read.search.SeriesUnion;
import goku.longterm.read.search.TermPool;
import goku.model.Tag;
import goku.query.Resolution;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A selection of the series of a shard on disk that passed a filter, with the buckets they are
/// read from, which stay pinned until `close`. Immutable except for being closed.
final class LongSelection implements SeriesSelection {
  /// The limit of timestamps that a reader keeps decoded: 16 MB.
  private static final long MAX_KEPT = 2 << 20;

  private final OpenReads reads;
  private final SeriesUnion union;
  private final TermPool terms;
  private final List<String> metrics;
  private final List<Segment> segments;
  private final List<SelectedBucket> sources;
  private final Resolution resolution;

  /// The deleted data by segment and number of the metric; an empty array when nothing was deleted.
  private final List<@Nullable MetricMask[]> masks;

  /// @param segments segments, ascending
  /// @param sources source of each segment
  LongSelection(
      OpenReads reads,
      SelectionBuilder found,
      List<Segment> segments,
      List<SelectedBucket> sources,
      Resolution resolution,
      Masks masks) {
    this.reads = reads;
    union = found.union();
    terms = found.terms();
    metrics = List.copyOf(found.metrics());
    this.segments = List.copyOf(segments);
    this.sources = List.copyOf(sources);
    this.resolution = resolution;
    this.masks = this.sources.stream().map(source -> masks(source.bucket(), masks)).toList();
  }

  private @Nullable MetricMask[] masks(BucketDb bucket, Masks masks) {
    var ofMetrics = new @Nullable MetricMask[bucket.deletes().isEmpty() ? 0 : metrics.size()];
    for (int i = 0; i < ofMetrics.length; i++) {
      ofMetrics[i] = masks.of(bucket, metrics.get(i));
    }
    return ofMetrics;
  }

  @Override
  public int size() {
    return union.size();
  }

  @Override
  public String metric(int position) {
    return metrics.get(union.metric(position));
  }

  @Override
  public int metricTerm(int position) {
    return union.metric(position);
  }

  @Override
  public int tagTerms(int position, int[] into) {
    return union.pairs(position, into);
  }

  @Override
  public int keyOf(int term) {
    return terms.keyOf(term);
  }

  @Override
  public Tag tag(int term) {
    return terms.tag(term);
  }

  @Override
  public SeriesReader reader() {
    var buffer = new NativeBuffer();
    List<SegmentReader> readers = new ArrayList<>(segments.size());
    for (int i = 0; i < segments.size(); i++) {
      readers.add(
          new SegmentReader(
              segments.get(i),
              sources.get(i),
              union,
              masks.get(i),
              resolution.value(),
              buffer,
              MAX_KEPT / segments.size()));
    }
    return new LongSeriesReader(reads, readers);
  }

  /// Returns tier and form of each segment, the oldest first.
  @Override
  public Set<String> origins() {
    Set<String> origins = new LinkedHashSet<>();
    for (int i = 0; i < segments.size(); i++) {
      long interval = segments.get(i).intervalMillis();
      String form = interval == 0 ? "raw" : DurationText.print(Duration.ofMillis(interval));
      origins.add("tier %d %s".formatted(sources.get(i).bucket().manifest().tier(), form));
    }
    return Collections.unmodifiableSet(origins);
  }

  @Override
  public void close() {
    reads.close();
  }
}
