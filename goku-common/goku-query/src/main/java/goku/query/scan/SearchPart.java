package goku.query.scan;

import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.query.Grid;
import goku.query.SeriesPipeline;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import goku.query.correlation.Counter;
import goku.query.correlation.Slots;
import goku.query.search.Candidate;
import goku.query.search.Comparisons;
import goku.query.search.Edge;
import goku.query.search.EdgeSample;
import goku.query.search.SeriesComparer;
import goku.query.search.SeriesSearch;
import goku.query.search.SlotValues;
import java.util.HashMap;
import java.util.Map;

/// A search over consecutive series of a shard. Allocates nothing for a series that is neither a
/// candidate nor an edge. Used by one thread at a time; see `Turns`.
final class SearchPart implements AutoCloseable {
  private final SeriesSelection selection;
  private final SearchScan.Found found;
  private final Charge buffers;
  private final Turns turns;
  private final SeriesPipeline pipeline;
  private final PointBuffer rates;
  private final Grid grid;
  private final Slots slots;
  private final SeriesComparer comparer;
  private long compared;
  private long constant;
  private long tooShort;

  private SearchPart(
      SeriesSelection selection,
      SeriesSearch query,
      SearchScan.Found found,
      QueryControl control,
      FairExecutor.Lane lane,
      int from,
      int to) {
    this.selection = selection;
    this.found = found;
    buffers = new Charge(control);
    var reader = new SeriesLoader(selection, query.stages(), buffers);
    turns = new Turns(reader, control, lane, this::compare, from, to);
    pipeline = new SeriesPipeline(query.stages(), buffers);
    rates = new PointBuffer(buffers);
    grid = query.grid();
    buffers.accept(Slots.heldBytes(grid.size()) + query.comparerBytes());
    slots = new Slots(grid.size());
    comparer = query.comparer();
  }

  /// Starts to compare the series at the positions `from` to `to - 1`.
  static SearchPart start(
      SeriesSelection selection,
      SeriesSearch query,
      SearchScan.Found found,
      QueryControl control,
      FairExecutor.Lane lane,
      int from,
      int to) {
    var part = new SearchPart(selection, query, found, control, lane, from, to);
    part.turns.start();
    return part;
  }

  private void compare(int position, PointBuffer points) {
    boolean isCounter = Counter.matches(points);
    if (isCounter) {
      Counter.rates(points, rates);
    }
    slots.set(pipeline.apply(isCounter ? rates : points), grid);
    if (slots.isEmpty()) {
      return; // all datapoints are before or after the range
    }
    offerEdge(position, slots.appearance(), found.appeared());
    offerEdge(position, slots.disappearance(), found.vanished());
    switch (comparer.compare(slots, found.best().threshold())) {
      case TOO_SHORT -> tooShort++;
      case CONSTANT -> constant++;
      case BELOW -> compared++;
      case CANDIDATE -> {
        compared++;
        found.best().offer(candidate(position, isCounter));
      }
    }
  }

  private void offerEdge(int position, int slot, EdgeSample edges) {
    if (slot >= 0) {
      edges.offer(new Edge(name(position), slot));
    }
  }

  private Candidate candidate(int position, boolean isCounter) {
    double[] values = slots.toArray();
    return new Candidate(
        comparer.finding(),
        name(position),
        isCounter ? SlotValues.ofRates(values) : SlotValues.of(values));
  }

  private SeriesName name(int position) {
    var terms = new TagTerms(selection);
    terms.load(position);
    Map<String, String> tags = new HashMap<>();
    for (int n = 0; n < terms.count(); n++) {
      Tag tag = selection.tag(terms.get(n));
      tags.put(tag.key(), tag.value());
    }
    return SeriesName.of(selection.metric(position), tags);
  }

  /// Waits for the last series. Throws what stopped the query.
  Comparisons await() throws InterruptedException {
    turns.await();
    return new Comparisons(compared, constant, tooShort);
  }

  /// Releases the memory. No worker may use the part.
  @Override
  public void close() {
    buffers.close();
  }
}
