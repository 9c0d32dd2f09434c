package goku.root.fanout;

import goku.http.HttpError;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The groups of one sub query, ascending by their group-by tags, made as they are asked for: only
/// one group is held at a time. Owned by one thread. Errors are `HttpError`s.
public final class GroupStream implements Groups, AutoCloseable {
  private final String metric;
  private final String wayOut;
  private final QueryControl control;
  private final QueryMetrics metrics;
  private QueryPlan plan;
  private @Nullable PartialStream groups;
  private Shortfall shortfall = Shortfall.NONE;
  private final GroupFinisher finisher;
  private long heldBytes;

  /// The last group that was answered, and whether those up to it are to be passed over.
  private @Nullable GroupKey last;

  private boolean repeats;
  private @Nullable HttpError failure;

  /// @param wayOut how less can be asked for, for the error when it is too much; may be empty
  GroupStream(
      String metric, String wayOut, QueryPlan plan, QueryControl control, QueryMetrics metrics) {
    this.metric = metric;
    this.wayOut = wayOut;
    this.plan = plan;
    this.control = control;
    this.metrics = metrics;
    finisher = new GroupFinisher(plan.grouping(), plan.parts());
  }

  /// Starts the calls to the nodes.
  void open() throws InterruptedException {
    try {
      ask();
    } catch (MisalignedException e) {
      askForSeries();
    }
  }

  private void ask() throws InterruptedException {
    List<PartialStream> opened = new ArrayList<>();
    try {
      shortfall = Shortfall.NONE;
      for (QuerySource source : plan.sources()) {
        PartialStream stream = source.node().query(source.shards(), source.query(), control);
        opened.add(stream);
        shortfall = shortfall.with(Shortfall.of(source, stream));
      }
    } catch (RuntimeException | InterruptedException e) {
      opened.forEach(PartialStream::close);
      throw translated(e);
    }
    groups = new MergedStream(opened);
  }

  @Override
  public @Nullable GroupResult next() throws InterruptedException {
    release();
    try {
      GroupPartial group = nextGroup();
      if (group == null) {
        return null;
      }
      heldBytes = group.heldBytes();
      control.hold(heldBytes);
      last = group.key();
      return finisher.finish(group);
    } catch (RuntimeException | InterruptedException e) {
      throw translated(e);
    }
  }

  /// All groups, held until the stream is closed.
  List<GroupResult> all() throws InterruptedException {
    List<GroupResult> all = new ArrayList<>();
    for (GroupResult group = next(); group != null; group = next()) {
      all.add(group);
      control.hold(group.points().heldBytes());
    }
    return all;
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
        askForSeries();
      }
    }
  }

  /// Asks for series from now on: the states of different shards do not fit together.
  private void askForSeries() throws InterruptedException {
    control.startOver();
    plan = plan.ofSeries();
    repeats = true;
    ask();
  }

  private PartialStream opened() {
    if (groups == null) {
      throw new IllegalStateException("the stream has not been opened");
    }
    return groups;
  }

  /// About how many stored datapoints the page has; known when the stream is open.
  long pageDatapoints() {
    return opened().pageDatapoints();
  }

  /// See `QueryPlan.keptFromMillis`.
  long keptFromMillis() {
    return plan.keptFromMillis();
  }

  /// What the answer is short of; known when the stream is open.
  Shortfall shortfall() {
    return shortfall;
  }

  @Override
  public QueryStats stats() {
    return new QueryStats(opened().origins(), control.series(), control.datapoints());
  }

  /// Where datapoints came from; none as long as the stream is not open.
  Set<String> origins() {
    return groups == null ? Set.of() : groups.origins();
  }

  /// Whether series matched; known when the stream is open.
  public boolean foundSeries() {
    return control.series() > 0;
  }

  /// What ended it early; null if nothing did.
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

  /// The thread was interrupted because the query was cancelled, or because the client has gone.
  private HttpError stoppedOr(InterruptedException interrupted) throws InterruptedException {
    try {
      control.check();
    } catch (QueryStoppedException stopped) {
      return refused(stopped);
    }
    throw interrupted;
  }

  private HttpError refused(QueryStoppedException stopped) {
    int status =
        switch (stopped.reason()) {
          case SERIES, DATAPOINTS, MEMORY -> 413;
          case TIMEOUT -> 408;
          case CROWDED, CANCELLED -> 503;
        };
    String less =
        switch (stopped.reason()) {
          case DATAPOINTS, MEMORY, TIMEOUT -> wayOut;
          case SERIES, CROWDED, CANCELLED -> "";
        };
    return new HttpError(
        status, "The query for '%s' %s%s".formatted(metric, stopped.getMessage(), less));
  }

  private void release() {
    control.hold(-heldBytes);
    heldBytes = 0;
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
