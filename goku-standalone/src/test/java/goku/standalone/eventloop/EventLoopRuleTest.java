package goku.standalone.eventloop;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import goku.http.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Every path from a handler that runs on an event loop to a blocking call leads through
/// `EventLoop.leave`. Calls of JDK interfaces, such as `Iterator.next`, are not followed into their
/// implementations, and locks that are held for a short time do not count as blocking.
class EventLoopRuleTest {
  /// The handlers around that of a query, and the methods that leave only under a condition.
  private static final Set<String> ENTRIES =
      Set.of(
          "goku.http.answer.Exchange.run",
          "goku.root.opentsdb.Endpoints.measured",
          "goku.root.slow.SlowQueries.watch",
          "goku.root.admission.Admission.handle",
          "goku.root.admission.RateLimits.take",
          "goku.root.admission.MetricRates.take",
          "goku.root.opentsdb.query.QueryHandler.handle",
          "goku.query.scan.NodeScan.requireFewOnEventLoop",
          "goku.query.control.QueryControl.check");

  /// Methods that wait for work that an event loop cannot have started, because `Lane.submit` and
  /// `Attempt.start` leave it. `HttpHandler.handle` stands for all handlers. Those of event loops
  /// are entries.
  private static final Set<String> ALLOWED =
      Set.of(
          "goku.query.scan.FairExecutor$Lane.close",
          "goku.root.routing.Attempt.join",
          "goku.http.HttpHandler.handle");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("goku");

  @Test
  void onlyTheHandlerOfQueriesRunsOnAnEventLoop() {
    assertThat(CLASSES.get(Routes.class).getMethodCallsToSelf())
        .filteredOn(call -> call.getName().equals("addOnEventLoop"))
        .extracting(call -> call.getOriginOwner().getName())
        .containsOnly("goku.root.opentsdb.Endpoints");
  }

  @Test
  void noPathFromAHandlerToABlockingCallAvoidsLeave() {
    List<JavaCodeUnit> entries =
        CLASSES.stream()
            .flatMap(type -> type.getCodeUnits().stream())
            .filter(unit -> ENTRIES.contains(BlockingCalls.nameOf(unit)))
            .toList();
    assertThat(entries).hasSizeGreaterThanOrEqualTo(ENTRIES.size());
    Reachable reachable =
        Reachable.from(
            entries,
            unit ->
                BlockingCalls.leavesEventLoop(unit)
                    || ALLOWED.contains(BlockingCalls.nameOf(unit)));
    assertThat(blocking(reachable)).isEmpty();
  }

  private static List<String> blocking(Reachable reachable) {
    List<String> found = new ArrayList<>();
    for (JavaCodeUnit unit : reachable.units()) {
      Reachable.accesses(unit).stream()
          .filter(BlockingCalls::isBlocking)
          .filter(_ -> !BlockingCalls.leavesEventLoop(unit))
          .map(call -> call.getTarget().getFullName() + " by " + reachable.path(unit))
          .forEach(found::add);
    }
    return found;
  }
}
