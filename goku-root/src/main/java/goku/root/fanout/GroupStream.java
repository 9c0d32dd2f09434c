package goku.root.fanout;

import goku.http.HttpError;
import goku.query.control.Charge;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.merge.AverageStream;
import goku.query.merge.BeyondDoubleException;
import goku.query.merge.GroupFinisher;
import goku.query.merge.GroupResult;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.MergedStream;
import goku.query.partial.MisalignedException;
import goku.query.partial.PartialStream;
import goku.root.planning.QueryPlan;
import goku.root.planning.QuerySource;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The groups of one sub-query, in ascending order of their group-by tags. Groups are computed on
/// demand, so only one is in memory at a time. Owned by one thread. Errors are `HttpError`s.
public final class GroupStream implements Groups, AutoCloseable {
  /// The memory of a group while it is finished: its parts, and a result of at most their size.
  private static final int FINISHED_TIMES = 2;

  private final String metric;
  private final String wayOut;
  private final QueryControl control;
  private final QueryMetrics metrics;

  /// The plans that are tried if the current one finds nothing.
  private final Deque<QueryPlan> others;

  private QueryPlan plan;
  private @Nullable PartialStream groups;

  /// The first group, if it was read to learn whether the plan finds datapoints.
  private @Nullable GroupPartial first;

  /// The missing parts that the caller marks the answer with. Groups of an answer that lacks more
  /// must not follow.
  private Shortfall announced;

  private GroupFinisher finisher;

  /// The memory of the finisher's buffers, which stay from group to group.
  private final Charge buffers;

  /// The memory of the series and the result of the last group, if its series came in parts.
  private final Charge joined;

  private long heldBytes;

  /// The key of the last returned group, and whether groups up to it must be skipped.
  private @Nullable GroupKey last;

  private boolean repeats;
  private @Nullable HttpError failure;

  /// Creates a stream.
  ///
  /// @param plans at least one; each is tried if those before it find nothing
  /// @param wayOut advice for the error text if the query is too expensive; may be empty
  /// @param waiting the shortfall by datapoints that wait before the shards
  GroupStream(
      String metric,
      String wayOut,
      List<QueryPlan> plans,
      QueryControl control,
      QueryMetrics metrics,
      Shortfall waiting) {
    this.metric = metric;
    this.wayOut = wayOut;
    others = new ArrayDeque<>(plans);
    plan = others.remove();
    this.control = control;
    this.metrics = metrics;
    announced = waiting;
    buffers = new Charge(control);
    joined = new Charge(control);
    finisher = new GroupFinisher(plan.grouping(), plan.parts(), buffers, joined);
  }

  /// Starts the calls to the nodes. Tries the plans in turn until one finds something.
  void open() throws InterruptedException {
    openPlan();
    while (!others.isEmpty() && !isFound()) {
      opened().close();
      control.startOver();
      plan = others.remove();
      finisher = new GroupFinisher(plan.grouping(), plan.parts(), buffers, joined);
      openPlan();
    }
    others.clear();
  }

  private void openPlan() throws InterruptedException {
    try {
      announced = announced.with(ask());
    } catch (MisalignedException e) {
      announced = announced.with(askForSeries());
    }
  }

  /// Returns whether the plan finds datapoints in the range, of which a page may have none.
  private boolean isFound() throws InterruptedException {
    try {
      first = nextGroup();
    } catch (RuntimeException | InterruptedException e) {
      throw translated(e);
    }
    return first != null;
  }

  /// Returns the missing parts of the answers.
  private Shortfall ask() throws InterruptedException {
    List<PartialStream> opened = new ArrayList<>();
    QueryPlan.Averages averages = plan.averages();
    try {
      Shortfall shortfall = ask(plan.sources(), opened);
      if (averages == null) {
        groups = new MergedStream(opened, control);
        return shortfall;
      }
      List<PartialStream> counts = new ArrayList<>();
      shortfall = shortfall.with(ask(averages.counts(), counts));
      groups =
          new AverageStream(
              new MergedStream(opened, control),
              new MergedStream(counts, control),
              averages.stages(),
              buffers,
              joined);
      return shortfall;
    } catch (RuntimeException | InterruptedException e) {
      opened.forEach(PartialStream::close);
      throw translated(e);
    }
  }

  /// Opens the streams of sources. If that fails, closes those it opened.
  private Shortfall ask(List<QuerySource> sources, List<PartialStream> opened)
      throws InterruptedException {
    Shortfall shortfall = Shortfall.NONE;
    try {
      for (QuerySource source : sources) {
        PartialStream stream =
            source.node().query(source.shards(), source.query(), control.part(source.store()));
        opened.add(stream);
        shortfall = shortfall.with(Shortfall.of(source, stream));
      }
    } catch (RuntimeException | InterruptedException e) {
      opened.forEach(PartialStream::close);
      opened.clear();
      throw e;
    }
    return shortfall;
  }

  @Override
  public @Nullable GroupResult next() throws InterruptedException {
    release();
    try {
      GroupPartial group = first == null ? nextGroup() : first;
      first = null;
      if (group == null) {
        return null;
      }
      heldBytes = FINISHED_TIMES * group.heldBytes();
      control.hold(heldBytes);
      last = group.key();
      return finisher.finish(group);
    } catch (RuntimeException | InterruptedException e) {
      throw translated(e);
    }
  }

  @Override
  public void check() {
    try {
      control.check();
    } catch (QueryStoppedException stopped) {
      HttpError error = refused(stopped);
      failure = error;
      throw error;
    }
  }

  /// Returns all groups, which are held in memory until the stream is closed.
  public List<GroupResult> all() throws InterruptedException {
    List<GroupResult> all = new ArrayList<>();
    for (GroupResult group = next(); group != null; group = next()) {
      all.add(group);
      hold(group);
    }
    return all;
  }

  private void hold(GroupResult group) throws InterruptedException {
    try {
      control.hold(group.heldBytes());
    } catch (QueryStoppedException stopped) {
      throw translated(stopped);
    }
  }

  private @Nullable GroupPartial nextGroup() throws InterruptedException {
    while (true) {
      control.check();
      try {
        GroupPartial group = opened().next();
        if (group == null || !repeats || last == null || group.key().compareTo(last) > 0) {
          return group;
        }
      } catch (MisalignedException e) {
        opened().close();
        requireAnnounced(askForSeries());
      }
    }
  }

  /// Restarts the query for single series, because the states of different shards cannot be merged.
  /// Returns the missing parts of the new answers.
  private Shortfall askForSeries() throws InterruptedException {
    control.startOver();
    plan = plan.ofSeries();
    repeats = true;
    return ask();
  }

  /// Throws a 503 if more is missing than was announced: the marks of the answer are written.
  private void requireAnnounced(Shortfall shortfall) {
    if (!announced.covers(shortfall)) {
      throw new HttpError(
          503,
          "cannot complete the answer for '%s': its shards were asked again, and they lack more than when the answer began (%s); try again"
              .formatted(metric, shortfall));
    }
  }

  private PartialStream opened() {
    if (groups == null) {
      throw new IllegalStateException("the stream has not been opened");
    }
    return groups;
  }

  /// Returns the approximate number of stored datapoints in the page. Requires an open stream.
  long pageDatapoints() {
    return opened().pageDatapoints();
  }

  /// Returns `QueryPlan.keptFromMillis`.
  long keptFromMillis() {
    return plan.keptFromMillis();
  }

  /// Returns the missing parts of the answer, which stay the same. Requires an open stream.
  Shortfall shortfall() {
    return announced;
  }

  @Override
  public QueryStats stats() {
    return new QueryStats(opened().origins(), control.series(), control.datapoints());
  }

  /// Returns the sources of datapoints; empty before the stream is open.
  Set<String> origins() {
    return groups == null ? Set.of() : groups.origins();
  }

  /// Returns whether series matched. Requires an open stream.
  public boolean foundSeries() {
    return control.series() > 0;
  }

  /// Returns the error that ended the stream; null if there was none.
  @Nullable HttpError failure() {
    return failure;
  }

  private RuntimeException translated(Exception e) throws InterruptedException {
    RuntimeException translated = domain(e);
    if (translated instanceof HttpError error) {
      failure = error;
    }
    return translated;
  }

  private RuntimeException domain(Exception e) throws InterruptedException {
    return switch (e) {
      case QueryStoppedException stopped -> refused(stopped);
      case ShardUnavailableException missing ->
          new HttpError(503, String.valueOf(missing.getMessage()));
      case NodeUnavailableException away -> new HttpError(503, String.valueOf(away.getMessage()));
      case BeyondDoubleException beyond -> new HttpError(400, String.valueOf(beyond.getMessage()));
      case InterruptedException interrupted -> stoppedOr(interrupted);
      case RuntimeException other -> other;
      default -> new IllegalStateException(e);
    };
  }

  /// Returns the error if the query was cancelled. Otherwise the client disconnected, and the
  /// interrupt is passed on.
  private HttpError stoppedOr(InterruptedException interrupted) throws InterruptedException {
    try {
      control.check();
    } catch (QueryStoppedException stopped) {
      return refused(stopped);
    }
    throw interrupted;
  }

  private HttpError refused(QueryStoppedException stopped) {
    String less =
        switch (stopped.reason()) {
          case DATAPOINTS, MEMORY, TIMEOUT -> wayOut;
          case SERIES, CROWDED, CANCELLED -> "";
        };
    return new HttpError(
        FanOut.status(stopped.reason()),
        "The query for '%s' %s%s".formatted(metric, stopped.getMessage(), less));
  }

  private void release() {
    control.hold(-heldBytes);
    heldBytes = 0;
    joined.close();
  }

  @Override
  public void close() {
    if (groups != null) {
      groups.close();
    }
    metrics.touched(control.series(), control.datapoints());
    control.close();
  }
}
