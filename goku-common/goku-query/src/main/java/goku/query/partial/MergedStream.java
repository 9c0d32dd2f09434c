package goku.query.partial;

import goku.model.Holes;
import goku.model.ShardId;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A stream that merges the groups of several streams. Groups with the same key become one.
public final class MergedStream implements PartialStream {
  private final List<PartialStream> streams;
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          Comparator.comparing((Head head) -> head.group().key()).thenComparingInt(Head::place));
  private final Charge merged;
  private boolean started;

  /// Creates the merged stream, which owns the streams. Series of later streams follow those of
  /// earlier ones.
  ///
  /// @param control the query for which the memory counts by which the last group grew when it was
  ///   merged
  public MergedStream(List<? extends PartialStream> streams, QueryControl control) {
    this.streams = List.copyOf(streams);
    merged = new Charge(control);
  }

  private record Head(GroupPartial group, int place) {}

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    merged.close(); // the caller counts the last group by now
    if (!started) {
      started = true;
      for (int place = 0; place < streams.size(); place++) {
        advance(place);
      }
    }
    Head least = heads.poll();
    if (least == null) {
      return null;
    }
    advance(least.place());
    if (!continues(least.group().key())) {
      return least.group();
    }
    var fold = new GroupFold(least.group(), merged);
    while (continues(fold.key())) {
      Head same = heads.remove();
      fold.add(same.group());
      advance(same.place());
    }
    return fold.result();
  }

  private boolean continues(GroupKey key) {
    Head head = heads.peek();
    return head != null && head.group().key().compareTo(key) == 0;
  }

  private void advance(int place) throws InterruptedException {
    GroupPartial group = streams.get(place).next();
    if (group != null) {
      heads.add(new Head(group, place));
    }
  }

  @Override
  public Holes holes() {
    Holes all = Holes.NONE;
    for (PartialStream stream : streams) {
      all = all.plus(stream.holes());
    }
    return all;
  }

  @Override
  public List<ShardId> missing() {
    return streams.stream().flatMap(stream -> stream.missing().stream()).distinct().toList();
  }

  @Override
  public long lagMillis() {
    return streams.stream().mapToLong(PartialStream::lagMillis).max().orElse(0);
  }

  @Override
  public long pageDatapoints() {
    return streams.stream().mapToLong(PartialStream::pageDatapoints).sum();
  }

  @Override
  public Set<String> origins() {
    Set<String> all = new TreeSet<>();
    for (PartialStream stream : streams) {
      all.addAll(stream.origins());
    }
    return all;
  }

  @Override
  public void close() {
    merged.close();
    streams.forEach(PartialStream::close);
  }
}
