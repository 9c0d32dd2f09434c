package goku.root.routing;

import goku.eventloop.EventLoop;
import goku.model.ShardId;
import goku.query.control.QueryControl;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ShardGroup;
import java.util.List;

/// A search over the shards of a store. Each node searches those of its shards for which it is the
/// best replica, and others take over if it fails. A search is not hedged: it uses all threads of a
/// node, so a second one would make both slower. Owned by the calling thread.
final class RoutedSearch {
  private final StoreRouting routing;
  private final SeriesSearch query;
  private final QueryControl control;
  private final ReadRequirements requirements;

  RoutedSearch(StoreRouting routing, SeriesSearch query, QueryControl control) {
    this.routing = routing;
    this.query = query;
    this.control = control;
    requirements = routing.requirements(query.stages().window().read());
  }

  SearchAnswer of(List<ShardId> shards) throws InterruptedException {
    EventLoop.leave();
    SearchAnswer answer = search(routing.rank(shards, requirements));
    routing.metrics.missing(answer.missing().size());
    return answer;
  }

  private SearchAnswer search(List<RankedReplicas> rankings) throws InterruptedException {
    List<ShardId> unserved =
        rankings.stream()
            .filter(ranking -> !ranking.isServed())
            .map(RankedReplicas::shard)
            .toList();
    List<RankedReplicas> served = rankings.stream().filter(RankedReplicas::isServed).toList();
    SearchAnswer answer = SearchAnswer.ofMissing(unserved);
    for (SearchAnswer part : UnaryCalls.callAll(ShardGroup.of(served), this::search)) {
      answer = answer.plus(part, query.top());
    }
    return answer;
  }

  /// Searches on the primary, or on the other replicas after it has failed.
  private SearchAnswer search(ShardGroup shardGroup) throws InterruptedException {
    try (QueryControl attempt = control.attempt()) {
      SearchAnswer answer =
          routing.call(shardGroup.primary()).search(shardGroup.shards(), query, attempt);
      attempt.adopt();
      routing.answered(shardGroup);
      routing.metrics.answered();
      return requirements.isCaughtUp(answer.lagMillis()) ? answer.withoutLag() : answer;
    } catch (RuntimeException e) {
      if (!StoreRouting.isNodeFailure(e)) {
        throw e;
      }
      routing.failed(shardGroup, e);
      return search(shardGroup.fallbackAfter(e));
    }
  }
}
