package goku.simulation;

import static goku.simulation.World.HOUR;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.rpc.ShardState;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.read.ShardReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The comparison of all answers of a replica, and of its marks, with the acknowledged datapoints.
record ReplicaCheck(World world, Replica replica) {
  private static final SeriesFilter ALL = new SeriesFilter(null, List.of(), false);
  private static final TimeRange ALWAYS = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  /// Fails unless each acknowledged datapoint is exact or covered by a mark.
  void check() {
    ShardLifecycle life = replica.process().life();
    long applied = life.shard().appliedOffset();
    if (life.health().state() == ShardState.UNAVAILABLE || isDeleting(life, applied)) {
      return;
    }
    Holes before = holes(life);
    checkLag(life, applied);
    Map<String, Map<Long, Double>> content = content(life);
    Holes holes = before.plus(holes(life)); // a selection finds damaged pages
    world
        .reference
        .series()
        .forEach(
            (name, points) -> {
              Map<Long, Double> found = content.getOrDefault(name, Map.of());
              points.forEach((time, states) -> check(name, time, states, applied, holes, found));
              requireKnown(name, points, found);
            });
    content.forEach(
        (name, found) -> {
          if (!world.reference.series().containsKey(name)) {
            requireKnown(name, Map.of(), found);
          }
        });
  }

  /// Fails unless each datapoint that this replica had applied before the log lost its end is
  /// exact, or covered by a mark.
  ///
  /// @param appliedBefore the offset of the last record that the replica had applied
  void checkCut(long appliedBefore) {
    ShardLifecycle life = replica.process().life();
    if (life.health().state() == ShardState.UNAVAILABLE) {
      return;
    }
    Map<String, Map<Long, Double>> content = content(life);
    Holes holes = holes(life);
    world
        .reference
        .series()
        .forEach(
            (name, points) ->
                points.forEach(
                    (time, states) -> {
                      Reference.State last = states.getLast();
                      if (last.value() != null
                          && last.offset() >= world.log.end()
                          && last.offset() <= appliedBefore) {
                        Map<Long, Double> found = content.getOrDefault(name, Map.of());
                        check(name, time, states, appliedBefore, holes, found);
                      }
                    }));
  }

  /// Fails unless every answer is exact and no mark is left.
  void checkHealed() {
    checkHealed(Holes.NONE);
  }

  /// Fails unless every answer is exact and no mark is left.
  ///
  /// @param lost times of which every copy was destroyed
  void checkHealed(Holes lost) {
    ShardLifecycle life = replica.process().life();
    if (life.holdsRecords() || life.shard().appliedOffset() != world.log.end() - 1) {
      fail("has applied %d of %d".formatted(life.shard().appliedOffset(), world.log.end()));
    }
    Holes left = holes(life).except(HoleCause.NOT_KEPT).minus(lost);
    boolean isMarked = !(world.hasLostRecords ? left.except(HoleCause.LOG_LOST) : left).isEmpty();
    if (isMarked || !life.freshness().hasCaughtUp()) {
      fail("is still marked: %s".formatted(life.health()));
    }
    check();
  }

  private void check(
      String name,
      long time,
      List<Reference.State> states,
      long applied,
      Holes holes,
      Map<Long, Double> found) {
    Double value = found.get(time);
    if (Reference.accepts(states, applied, value)
        || Reference.accepts(withoutLostDeletes(states, holes), applied, value)) {
      return;
    }
    if (value != null && world.reference.wasFormer(name, time, value)) {
      return;
    }
    boolean mayLack =
        holes.overlap(new TimeRange(time, time))
            || (world.isLossUnbounded && states.getLast().offset() < world.lostBefore)
            || (!isOnDisk() && !world.reference.mustKeep(time));
    if (value == null && mayLack) {
      return;
    }
    if (mayLack && Reference.accepts(states, -1, value)) {
      return; // a part of it may be loaded
    }
    fail(
        "%s %s of %s: found %s, expected one of %s after offset %d; holes %s"
            .formatted(
                value == null ? "lacks" : "is wrong at",
                Instant.ofEpochMilli(time),
                name,
                value,
                states,
                applied,
                holes.all()));
  }

  /// A replica that marks lost records may lack deletes that its log no longer has, of all times.
  private List<Reference.State> withoutLostDeletes(List<Reference.State> states, Holes holes) {
    boolean lacksRecords = !holes.only(HoleCause.LOG_LOST).isEmpty();
    long lost = lacksRecords ? Math.max(world.lostBefore, world.log.start()) : world.lostBefore;
    return states.stream()
        .filter(state -> state.value() != null || state.offset() >= lost)
        .toList();
  }

  /// Returns whether GokuL has what memory drops, so that the replica says what it has dropped.
  private boolean isOnDisk() {
    return world.namespace().disk().isPresent();
  }

  private void requireKnown(
      String name, Map<Long, List<Reference.State>> points, Map<Long, Double> found) {
    found.forEach(
        (time, value) -> {
          if (!points.containsKey(time) && !world.reference.wasFormer(name, time, value)) {
            fail("has an unknown datapoint %s %d %s".formatted(name, time, value));
          }
        });
  }

  /// A delete may continue after its offset is applied.
  private static boolean isDeleting(ShardLifecycle life, long applied) {
    try {
      return applied >= 0 && !life.shard().awaitApplied(applied, Duration.ZERO);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// The lag must reach back to the first record that is missing.
  private void checkLag(ShardLifecycle life, long applied) {
    long first = Math.max(applied + 1, world.log.start());
    if (first >= world.log.end() || !life.freshness().hasCaughtUp()) {
      return;
    }
    long ago = world.millis() - world.log.get(first).millis();
    if (life.freshness().lagMillis() < ago) {
      fail(
          "lacks offset %d, written %d ms ago, but its lag is %d"
              .formatted(first, ago, life.freshness().lagMillis()));
    }
  }

  private void fail(String what) {
    throw new Violation(
        "replica %s %s (now %s, %d hours kept)"
            .formatted(
                replica.name,
                what,
                Instant.ofEpochMilli(world.millis()),
                world.namespace().memoryTtl().toMillis() / HOUR));
  }

  private static Holes holes(ShardLifecycle life) {
    Holes own = life.holes().plus(Holes.before(life.shard().heldFromMillis(), HoleCause.NOT_KEPT));
    return new ShardReader(life.shard(), () -> own, life.freshness()::lagMillis).holes(ALWAYS);
  }

  private static Map<String, Map<Long, Double>> content(ShardLifecycle life) {
    Map<String, Map<Long, Double>> result = new TreeMap<>();
    var reader = new ShardReader(life.shard());
    try (SeriesSelection selection = reader.select(ALL, ALWAYS, Resolution.RAW)) {
      var points = new PointBuffer();
      for (int i = 0; i < selection.size(); i++) {
        points.clear();
        selection.reader().read(i, points);
        String name = name(selection, i);
        Map<Long, Double> found = new TreeMap<>();
        for (int n = 0; n < points.size(); n++) {
          found.put(points.timestamps()[n], SimulatedValue.read(name, points, n));
        }
        result.put(name, found);
      }
    }
    return result;
  }

  private static String name(SeriesSelection selection, int position) {
    var name = new StringBuilder(selection.metric(position));
    var terms = new TagTerms(selection);
    terms.load(position);
    for (int n = 0; n < terms.count(); n++) {
      name.append(' ').append(selection.tag(terms.get(n)));
    }
    return name.toString();
  }
}
