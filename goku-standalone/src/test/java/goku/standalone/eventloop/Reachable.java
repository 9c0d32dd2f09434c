package goku.standalone.eventloop;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The code of this project that an event loop can reach from its entry points. A call of an
/// interface reaches all implementations. The body of a lambda counts for the method that contains
/// it. The search ends at methods that call `EventLoop.leave`.
final class Reachable {
  private final Predicate<JavaCodeUnit> isBorder;

  /// Each unit with the one that it was reached from.
  private final Map<JavaCodeUnit, JavaCodeUnit> callers = new LinkedHashMap<>();

  private Reachable(Predicate<JavaCodeUnit> isBorder) {
    this.isBorder = isBorder;
  }

  static Reachable from(List<JavaCodeUnit> entries, Predicate<JavaCodeUnit> isBorder) {
    var reachable = new Reachable(isBorder);
    reachable.search(entries);
    return reachable;
  }

  private void search(List<JavaCodeUnit> entries) {
    var queue = new ArrayDeque<JavaCodeUnit>(entries);
    entries.forEach(entry -> callers.put(entry, entry));
    while (!queue.isEmpty()) {
      JavaCodeUnit unit = queue.remove();
      for (JavaCodeUnitAccess<?> call : accesses(unit)) {
        for (JavaCodeUnit target : targets(call)) {
          if (!callers.containsKey(target) && !isBorder.test(target)) {
            callers.put(target, unit);
            queue.add(target);
          }
        }
      }
    }
  }

  Set<JavaCodeUnit> units() {
    return callers.keySet();
  }

  /// Calls and method references.
  static List<JavaCodeUnitAccess<?>> accesses(JavaCodeUnit unit) {
    List<JavaCodeUnitAccess<?>> accesses = new ArrayList<>(unit.getCallsFromSelf());
    accesses.addAll(unit.getMethodReferencesFromSelf());
    accesses.addAll(unit.getConstructorReferencesFromSelf());
    return accesses;
  }

  private List<JavaCodeUnit> targets(JavaCodeUnitAccess<?> call) {
    JavaClass owner = call.getTargetOwner();
    JavaCodeUnit declared = call.getTarget().resolveMember().orElse(null);
    if (declared == null || !inProject(owner) || isCut(declared)) {
      return List.of();
    }
    List<JavaCodeUnit> targets = new ArrayList<>(List.of(declared));
    List<String> parameters =
        call.getTarget().getRawParameterTypes().stream().map(JavaClass::getName).toList();
    for (JavaClass implementation : owner.getAllSubclasses()) {
      for (JavaMethod method : implementation.getMethods()) {
        if (method.getName().equals(call.getName())
            && method.getRawParameterTypes().stream()
                .map(JavaClass::getName)
                .toList()
                .equals(parameters)) {
          targets.add(method);
        }
      }
    }
    return targets;
  }

  /// An interface method whose implementations are not searched.
  private boolean isCut(JavaCodeUnit declared) {
    return declared.getModifiers().contains(JavaModifier.ABSTRACT) && isBorder.test(declared);
  }

  private static boolean inProject(JavaClass type) {
    return type.getPackageName().startsWith("goku");
  }

  /// The calls that lead to a unit, from the entry.
  String path(JavaCodeUnit unit) {
    List<JavaCodeUnit> path = new ArrayList<>(List.of(unit));
    while (!path.getFirst().equals(callers.get(path.getFirst()))) {
      path.addFirst(callers.get(path.getFirst()));
    }
    return path.stream().map(BlockingCalls::nameOf).collect(Collectors.joining(" > "));
  }
}
