package goku.simulation;

import static goku.simulation.World.HOUR;
import static goku.simulation.World.MINUTE;

import goku.model.Holes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// One schedule: steps and faults drawn from a seed, the checks after each step, then two hours
/// without faults and the checks of everything.
final class Simulation {
  private static final int STEPS = 80;
  private static final int SHOWN = 60;

  /// The share of long schedules: one of so many. They outlast the first tier and reach the next
  /// ones, but have more windows, so they take longer.
  private static final int LONG = 8;

  /// The longest step of a long schedule.
  private static final long LONG_STEP = 16 * HOUR;

  /// The most jobs of a compactor in a step. A long step brings more windows.
  private static final int JOBS = 6;

  private static final int LONG_JOBS = 60;

  /// The rounds after which replicas without faults must have nothing to do.
  private static final int MOST_TO_SETTLE = 100;

  /// The leaps of clocks. The second one is longer than the time for which data are kept.
  private static final List<Long> LEAPS = List.of(30 * HOUR, 2 * 365 * 24 * HOUR, -30 * HOUR);

  private static final Set<Fault> RARE =
      EnumSet.of(
          Fault.DISK_LOST,
          Fault.COMPACTION_PAUSED,
          Fault.CLOCK_SKEW,
          Fault.CLOCK_LEAP,
          Fault.SETTINGS,
          Fault.DISK_FULL,
          Fault.MEMORY_FULL,
          Fault.FLIPPED_FILE,
          Fault.FLIPPED_OBJECT,
          Fault.LOG_TRUNCATED,
          Fault.LOG_RECREATED,
          Fault.LOG_RECREATED_AND_LONGER,
          Fault.LOG_CUT);

  private final long seed;
  private final RandomGenerator random;
  private final Set<Fault> faults = EnumSet.noneOf(Fault.class);
  private final World world;
  private final List<Replica> replicas;
  private final Tiers tiers;
  private final boolean isLong;
  private final Copies copies;
  private final Deque<String> last = new ArrayDeque<>();
  private int step;
  private boolean isCompacting = true;

  private Simulation(long seed, RandomGenerator random, Set<Fault> faults) {
    this.seed = seed;
    this.random = random;
    this.faults.addAll(faults);
    world = new World(random, random.nextBoolean());
    isLong = random.nextInt(LONG) == 0;
    world.damages =
        faults.contains(Fault.FLIPPED_FILE)
            || faults.contains(Fault.FLIPPED_OBJECT)
            || faults.contains(Fault.LOG_RECREATED)
            || faults.contains(Fault.LOG_RECREATED_AND_LONGER);
    replicas = List.of(new Replica("a", world), new Replica("b", world));
    tiers = new Tiers(world);
    copies = new Copies(world, replicas);
  }

  /// Creates a schedule with some of the kinds of faults.
  static Simulation drawn(long seed) {
    var random = new SplittableRandom(seed);
    Set<Fault> some = EnumSet.noneOf(Fault.class);
    for (Fault fault : Fault.values()) {
      if (random.nextInt(3) > 0) {
        some.add(fault);
      }
    }
    return new Simulation(seed, random, some);
  }

  /// Creates a schedule with exactly these kinds of faults.
  static Simulation of(long seed, Set<Fault> faults) {
    return new Simulation(seed, new SplittableRandom(seed), faults);
  }

  /// @throws Violation with the seed and the last steps
  void run() {
    try {
      replicas.forEach(Replica::open);
      for (step = 0; step < STEPS; step++) {
        step();
        check();
      }
      heal();
    } catch (Throwable failed) {
      String message =
          "seed %d step %d, faults %s, %s:%n%s%n%s%nreplay: .ci/test goku-simulation SimulationTest -Dgoku.seed=%d"
              .formatted(
                  seed,
                  step,
                  faults,
                  world.namespace().disk().isPresent() ? "on disk" : "in memory",
                  String.join(System.lineSeparator(), last),
                  failed,
                  seed);
      var violation = new Violation(message);
      violation.initCause(failed);
      throw violation;
    } finally {
      replicas.forEach(Replica::discard);
    }
  }

  private void step() {
    Replica replica = replicas.get(random.nextInt(replicas.size()));
    switch (random.nextInt(22)) {
      case 0, 1, 2, 3 -> append();
      case 4 -> delete();
      case 5, 6, 7 -> advance();
      case 8, 9, 10 -> work(replica);
      case 11, 12 -> rounds();
      case 13 -> snapshot(replica);
      case 14, 15 -> crash(replica);
      case 16 -> close(replica);
      case 17 -> s3();
      case 18 -> rare(replica);
      case 19 -> upload(replica);
      default -> tiers();
    }
  }

  private void tiers() {
    if (world.namespace().disk().isEmpty()) {
      return;
    }
    if (faults.contains(Fault.CRASH) && random.nextInt(4) == 0) {
      tiers.dieAfter(random.nextInt(25));
    }
    int jobs = isCompacting ? random.nextInt(isLong ? LONG_JOBS : JOBS) : 0;
    boolean alive = !isCompacting || tiers.compact(jobs);
    boolean polls = random.nextBoolean();
    if (polls) {
      tiers.poll();
    }
    note(
        "compactor: %d jobs -> %s%s"
            .formatted(jobs, alive ? "done" : "dead", polls ? ", GokuL polls" : ""));
  }

  private void append() {
    if (faults.contains(Fault.REPEATED_INPUT)
        && random.nextInt(3) == 0
        && world.appendAgain(1 + random.nextInt(3))) {
      note("input sent again, offset %d".formatted(world.log.end() - 1));
      return;
    }
    int datapoints = 1 + random.nextInt(6);
    long ago =
        faults.contains(Fault.LATE) && random.nextInt(3) == 0
            ? random.nextLong(world.namespace().backfill().toMillis())
            : 0;
    world.hearKept(
        replicas.stream()
            .filter(Replica::isOpen)
            .map(replica -> replica.process().life().health())
            .toList());
    world.append(datapoints, ago);
    note(
        "append %d datapoints, offset %d, %d min old"
            .formatted(datapoints, world.log.end() - 1, ago / MINUTE));
  }

  private void delete() {
    if (faults.contains(Fault.DELETES)) {
      long kept = world.namespace().memoryTtl().toMillis();
      world.delete(
          random.nextLong(random.nextBoolean() ? 3 * HOUR : kept), random.nextLong(2 * HOUR));
      note("delete, offset %d".formatted(world.log.end() - 1));
    }
  }

  private void advance() {
    boolean isPause = faults.contains(Fault.LONG_PAUSE) && random.nextInt(10) == 0;
    long by = isPause ? random.nextLong(20 * HOUR) : random.nextLong(100 * MINUTE);
    if (isLong) {
      by = random.nextLong(LONG_STEP);
    }
    world.advance(by);
    note("advance %d min".formatted(by / MINUTE));
  }

  private void open(Replica replica) {
    copies.assess();
    replica.open();
  }

  private void work(Replica replica) {
    if (!replica.isOpen()) {
      open(replica);
      note("open %s -> %s".formatted(replica.name, state(replica)));
      return;
    }
    int what = random.nextInt(6);
    var process = replica.process();
    boolean alive =
        process.guarded(
            () -> {
              switch (what) {
                case 0 -> process.look();
                case 1 -> process.poll(1 + random.nextInt(3));
                case 2 -> process.poll(Integer.MAX_VALUE);
                case 3 -> {
                  process.load();
                  process.tick();
                }
                case 4 -> process.writeFiles();
                default -> {
                  if (faults.contains(Fault.REPEATED_RECORDS)) {
                    process.rewind(random.nextInt(6));
                  }
                }
              }
            });
    note("%s: work %d -> %s".formatted(replica.name, what, alive ? state(replica) : "dead"));
  }

  private void rounds() {
    int rounds = 1 + random.nextInt(4);
    for (int i = 0; i < rounds; i++) {
      replicas.forEach(Replica::round);
    }
    note("%d rounds -> %s %s".formatted(rounds, state(replicas.get(0)), state(replicas.get(1))));
  }

  /// Half of the snapshots are saved while the writer continues.
  private void snapshot(Replica replica) {
    if (!replica.isOpen()) {
      return;
    }
    var process = replica.process();
    boolean saves = random.nextBoolean();
    boolean alive =
        process.guarded(
            () -> {
              process.requestSnapshot();
              if (saves) {
                process.saveSnapshot();
              }
            });
    note(
        "%s: snapshot %s -> %s"
            .formatted(
                replica.name, saves ? "saved" : "requested", alive ? state(replica) : "dead"));
  }

  private void crash(Replica replica) {
    if (!faults.contains(Fault.CRASH) || !replica.isOpen()) {
      return;
    }
    if (random.nextInt(3) == 0) {
      replica.kill();
      note("%s: kill".formatted(replica.name));
    } else {
      int operations = random.nextInt(25);
      replica.process().lifeline.endAfter(operations);
      note("%s: will die after %d operations".formatted(replica.name, operations));
    }
  }

  private void close(Replica replica) {
    if (faults.contains(Fault.CLOSE) && replica.isOpen()) {
      replica.close();
      note("%s: close".formatted(replica.name));
    }
  }

  private void s3() {
    if (faults.contains(Fault.S3_AWAY) && random.nextBoolean()) {
      world.s3.beAway(!world.s3.isAway());
      note("S3 is %s".formatted(world.s3.isAway() ? "away" : "back"));
    } else if (faults.contains(Fault.S3_FAILS)) {
      int failures = random.nextBoolean() ? 0 : 40;
      world.s3.failInHundred(failures);
      note("S3 fails %d in 100".formatted(failures));
    }
  }

  private void upload(Replica replica) {
    if (replica.isOpen()) {
      var process = replica.process();
      boolean alive = process.guarded(() -> process.tasks.runNext());
      note("%s: task of the backup -> %s".formatted(replica.name, alive ? "done" : "dead"));
    }
  }

  private void rare(Replica replica) {
    List<Fault> drawn = RARE.stream().filter(faults::contains).toList();
    if (drawn.isEmpty()) {
      return;
    }
    switch (drawn.get(random.nextInt(drawn.size()))) {
      case DISK_LOST -> loseDisks(replica);
      case COMPACTION_PAUSED -> pauseCompaction();
      case CLOCK_SKEW ->
          skew(replica.name, replica.clock, random.nextLong(-World.SKEW, World.SKEW));
      case CLOCK_LEAP -> leap(replica);
      case SETTINGS -> change();
      case DISK_FULL -> fillDisk(replica);
      case MEMORY_FULL -> shrink(replica);
      case FLIPPED_FILE -> flipFile(replica);
      case FLIPPED_OBJECT -> copies.flipObject().ifPresent(this::note);
      case LOG_TRUNCATED -> truncate();
      case LOG_CUT -> cut();
      default -> recreate();
    }
  }

  private void loseDisks(Replica replica) {
    if (random.nextInt(3) == 0) {
      loseAllDisks();
    } else {
      loseDisk(replica);
    }
  }

  /// No snapshot has the last datapoints, and the tiers go on while windows expire.
  private void loseAllDisks() {
    for (int i = 0; i < 3; i++) {
      append();
    }
    replicas.stream().filter(Replica::isOpen).forEach(Replica::kill);
    replicas.forEach(this::loseDisk);
    world.advance(random.nextLong(LONG_STEP));
    tiers();
    rounds();
  }

  private void loseDisk(Replica replica) {
    if (!replica.isOpen()) {
      replica.disk.lose();
      replica.clock.lose();
      copies.assess();
      note("%s: disk lost".formatted(replica.name));
    }
  }

  private void pauseCompaction() {
    isCompacting = !isCompacting;
    note("compaction %s".formatted(isCompacting ? "continues" : "stands still"));
  }

  private void leap(Replica replica) {
    boolean ofReplica = random.nextInt(3) > 0;
    ReplicaClock clock = ofReplica ? replica.clock : tiers.clock;
    long leap = LEAPS.get(random.nextInt(LEAPS.size()));
    skew(ofReplica ? replica.name : "compactor", clock, clock.skew() == 0 ? leap : 0);
  }

  private void skew(String of, ReplicaClock clock, long skew) {
    clock.skew(skew);
    note("%s: clock differs by %d min".formatted(of, skew / MINUTE));
  }

  private void change() {
    var memoryTtl = Duration.ofHours(8 + random.nextInt(24));
    var backfill = Duration.ofHours(1 + random.nextLong(memoryTtl.toHours() - 4));
    var diskTtl = Duration.ofDays(2 + random.nextInt(12));
    world.change(backfill, memoryTtl, diskTtl);
    note("backfill %s, memory-ttl %s, raw-ttl %s".formatted(backfill, memoryTtl, diskTtl));
  }

  private void fillDisk(Replica replica) {
    boolean full = random.nextBoolean();
    replica.disk.limit(full ? replica.disk.usedBytes() + random.nextInt(2000) : Long.MAX_VALUE);
    note("%s: disk is %s".formatted(replica.name, full ? "full" : "empty enough"));
    if (full && random.nextBoolean()) {
      workWithoutRoom(replica);
    }
  }

  /// Lets windows become due whose files have no room, deletes from them, and takes a snapshot,
  /// which may have room, before the files are tried again.
  private void workWithoutRoom(Replica replica) {
    world.advance(2 * HOUR);
    append();
    replica.round();
    delete();
    replica.round();
    snapshot(replica);
    crash(replica);
  }

  private void flipFile(Replica replica) {
    copies.flipFile(replica).ifPresent(this::note);
    if (random.nextInt(3) == 0) {
      workWithDamage(replica);
    }
  }

  /// Deletes from damaged files that a start has just read, and takes a snapshot before they are
  /// repaired, mostly because S3 is away.
  private void workWithDamage(Replica replica) {
    if (replica.isOpen()) {
      replica.close();
    }
    s3();
    replica.open();
    replica.round();
    delete();
    replica.round();
    snapshot(replica);
    crash(replica);
  }

  private void shrink(Replica replica) {
    if (!replica.isOpen()) {
      List<Replica.Space> spaces = List.of(Replica.Space.values());
      Replica.Space space = spaces.get(random.nextInt(spaces.size()));
      replica.have(space);
      note("%s: memory of the next process: %s".formatted(replica.name, space));
    }
  }

  private void truncate() {
    if (random.nextInt(3) == 0) {
      loseRecords();
    } else {
      truncateAt(world.millis() - random.nextLong(4 * HOUR));
    }
  }

  /// Loses the records of some hours, which no replica has applied. Some of their windows expire
  /// meanwhile, and the others leave the memory afterwards.
  private void loseRecords() {
    closeAll();
    for (int i = 0; i < 4; i++) {
      append();
      world.advance(random.nextLong(4 * HOUR));
    }
    truncateAt(world.millis());
    append();
    for (int i = 0; i < 4; i++) {
      rounds(1);
      tiers();
      world.advance(2 * HOUR);
    }
  }

  private void truncateAt(long millis) {
    long before = world.log.start();
    world.log.removeBefore(millis, Long.MAX_VALUE);
    if (world.log.start() > before) {
      world.recordsAreLost();
      world.lostBefore = world.log.start();
    }
    note("log begins at %d instead of %d".formatted(world.log.start(), before));
  }

  private void closeAll() {
    for (Replica each : replicas) {
      if (each.isOpen()) {
        each.close();
      }
    }
  }

  /// Another broker becomes the leader, mostly one without the last records, which the log loses.
  /// All services are stopped meanwhile. A replica that was killed knows what it had applied.
  private void cut() {
    Map<Replica, Long> killed =
        faults.contains(Fault.CRASH) && random.nextBoolean() ? killAll() : Map.of();
    closeAll();
    long end = world.log.end();
    world.log.cutAt(Math.max(world.log.start(), end - random.nextInt(6)));
    if (world.log.end() < end) {
      world.recordsAreLost();
    }
    note("log ends at %d instead of %d".formatted(world.log.end(), end));
    killed.forEach(this::checkCut);
    world.reference.forgiveFrom(world.log.end());
  }

  /// Returns the offsets of the last records that the replicas had applied and recorded.
  private Map<Replica, Long> killAll() {
    Map<Replica, Long> applied = new LinkedHashMap<>();
    for (Replica each : replicas) {
      if (each.isOpen()) {
        if (each.recordsEnds()) {
          applied.put(each, each.process().life().shard().appliedOffset());
        }
        each.killProcess();
        note("%s: kill of the process".formatted(each.name));
      }
    }
    return applied;
  }

  private void checkCut(Replica replica, long applied) {
    replica.open();
    boolean alive =
        replica.isOpen()
            && replica
                .process()
                .guarded(
                    () -> {
                      replica.process().load();
                      replica.process().poll(Integer.MAX_VALUE);
                    });
    if (alive) {
      new ReplicaCheck(world, replica).checkCut(applied);
    }
  }

  /// All services are stopped meanwhile.
  private void recreate() {
    closeAll();
    world.recreateLog();
    note("log recreated");
    if (faults.contains(Fault.LOG_RECREATED_AND_LONGER)) {
      int records = random.nextInt(60);
      for (int i = 0; i < records; i++) {
        append();
      }
    } else {
      replicas.forEach(Replica::open);
    }
  }

  /// Checks a drawn replica, so that each is checked often enough.
  private void check() {
    replicas.stream().filter(Replica::isOpen).forEach(open -> open.process().checkOrder());
    Replica replica = replicas.get(random.nextInt(replicas.size()));
    if (replica.isOpen()) {
      new ReplicaCheck(world, replica).check();
    }
    new RootCheck(world, replicas, tiers).check();
  }

  private void heal() {
    world.s3.beAway(false);
    world.s3.failInHundred(0);
    tiers.dieAfter(-1);
    tiers.clock.skew(0);
    for (Replica replica : replicas) {
      replica.clock.skew(0);
      replica.disk.limit(Long.MAX_VALUE);
      replica.have(Replica.Space.ENOUGH);
      if (replica.isCramped()) {
        replica.process().lifeline.endAfter(-1);
        replica.close();
      }
      if (replica.isOpen()) {
        replica.process().lifeline.endAfter(-1);
      } else {
        open(replica);
      }
    }
    note("heal");
    twoHours();
    checkHealed();
    checkTiers();
    replicas.get(0).close();
    replicas.get(0).disk.lose();
    replicas.get(0).clock.lose();
    replicas.get(1).kill();
    note("a loses its disk, b dies");
    copies.assess();
    replicas.forEach(Replica::open);
    rounds(2);
    settle();
    if (faults.contains(Fault.FLIPPED_FILE) || faults.contains(Fault.FLIPPED_OBJECT)) {
      twoHours(); // the other replica may have to replace an object
    }
    checkHealed();
  }

  private void checkHealed() {
    Holes lost = copies.lost().plus(copies.damagedEverywhere());
    replicas.forEach(replica -> new ReplicaCheck(world, replica).checkHealed(lost));
  }

  private void checkTiers() {
    var root = new RootCheck(world, replicas, tiers);
    root.check();
    tiers.loseDisk();
    tiers.poll();
    root.check();
  }

  private void twoHours() {
    for (int i = 0; i < 6; i++) {
      world.advance(20 * MINUTE);
      rounds(2);
      if (world.namespace().disk().isPresent()) {
        tiers.compact(Integer.MAX_VALUE);
        tiers.poll();
      }
      if (i % 3 == 1) {
        replicas.stream().filter(Replica::isOpen).forEach(this::takeSnapshot);
      }
    }
    rounds(2);
    settle();
  }

  /// Lets the replicas work until they run and append no more decisions. A replica that lacks many
  /// windows decides some of them at a time, and one that found a better snapshot is opened again.
  private void settle() {
    for (int round = 0; round < MOST_TO_SETTLE; round++) {
      long end = world.log.end();
      rounds(1);
      if (world.log.end() == end && replicas.stream().allMatch(Replica::isOpen)) {
        return;
      }
    }
    throw new Violation("the replicas do not settle");
  }

  private void takeSnapshot(Replica replica) {
    replica.process().saveSnapshot();
    replica.process().requestSnapshot();
    replica.process().saveSnapshot();
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      replicas.forEach(this::openAndRound);
    }
  }

  /// A shard that asked to be opened again is opened.
  private void openAndRound(Replica replica) {
    if (!replica.isOpen()) {
      open(replica);
    }
    replica.round();
  }

  private static String state(Replica replica) {
    if (!replica.isOpen()) {
      return "down";
    }
    var life = replica.process().life();
    return "%d %s".formatted(life.shard().appliedOffset(), life.health().state());
  }

  private void note(String what) {
    last.add("%3d  %s".formatted(step, what));
    if (last.size() > SHOWN) {
      last.removeFirst();
    }
  }
}
