package goku.compactor.merge;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.fixture.NameTable;
import goku.compactor.fixture.TestSeries;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A source in memory.
final class ListSource implements SortedSource {
  private final String name;
  private final boolean raw;
  private final long rollupMillis;
  private final Map<String, TestSeries> series;
  private final NameTable names;
  private int at = -1;
  private @Nullable Long hash;

  ListSource(String name, boolean raw, long rollupMillis, Map<String, TestSeries> series) {
    this.name = name;
    this.raw = raw;
    this.rollupMillis = rollupMillis;
    this.series = series;
    names = new NameTable(series.keySet());
  }

  static ListSource ofRaw(Map<String, TestSeries> series) {
    return new ListSource("raw", true, 0, series);
  }

  /// Replaces the hash of all series.
  ListSource withHash(long other) {
    hash = other;
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean hasRaw() {
    return raw;
  }

  @Override
  public long rollupMillis() {
    return rollupMillis;
  }

  @Override
  public int metricCount() {
    return names.metrics().size();
  }

  @Override
  public int termCount() {
    return names.metrics().size() + names.pairs().size();
  }

  @Override
  public byte[] term(int number) {
    return names.term(number);
  }

  @Override
  public boolean next() {
    return ++at < names.names().size();
  }

  @Override
  public long hash() {
    return hash != null
        ? hash
        : SeriesName.ofCanonical(names.names().get(at).getBytes(UTF_8)).hash();
  }

  @Override
  public int[] terms() {
    return names.terms(names.names().get(at));
  }

  @Override
  public int termCountOfSeries() {
    return terms().length;
  }

  @Override
  public void raw(PointBuffer into) {
    if (raw) {
      current().appendTo(into);
    }
  }

  @Override
  public void rollups(RollupBuffer into) {
    if (rollupMillis > 0) {
      current().appendTo(into);
    }
  }

  @Override
  public void close() {}

  private TestSeries current() {
    return series.getOrDefault(names.names().get(at), TestSeries.empty());
  }
}
