package goku.namespace;

import goku.config.Problem;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Sharding;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/// A check of which namespaces may change while services run. A namespace cannot be removed, and
/// its place in Kafka and S3 and its shards cannot change, because its data lies there. All else
/// may change. Does not depend on the clock, so that all processes with the same namespaces decide
/// alike. Stateless.
public final class NamespacesChange {
  private NamespacesChange() {}

  /// Returns why the second cannot follow the first; empty if it can.
  ///
  /// @param source the origin of the next namespaces, for messages
  public static List<Problem> problems(Namespaces now, Namespaces next, String source) {
    List<Problem> problems = new ArrayList<>();
    for (Namespace old : now.all()) {
      Optional<Namespace> found =
          next.all().stream().filter(one -> one.name().equals(old.name())).findFirst();
      if (found.isEmpty()) {
        String message = "is in force and cannot be taken away: it has data";
        problems.add(new Problem(source, "namespace " + old.name(), "", message));
      } else {
        compare(old, found.get(), source, problems);
      }
    }
    return List.copyOf(problems);
  }

  private static void compare(
      Namespace old, Namespace next, String source, List<Problem> problems) {
    var check = new Check(old, next, source, problems);
    check.same("default", Namespace::isDefault);
    check.same("kafka-topic", Namespace::kafkaTopic);
    check.same("s3.bucket", Namespace::s3Bucket);
    check.same("shard-groups", one -> one.sharding().shardGroups());
    check.same("shards-per-group", one -> one.sharding().shardsPerGroup());
    if (old.disk().isPresent() != next.disk().isPresent()) {
      check.differs(
          "disk",
          next.disk().isPresent() ? "set" : "not set",
          old.disk().isPresent() ? "set" : "not set");
    } else if (old.disk().isPresent()) {
      Function<Namespace, Sharding> onDisk = Namespace::diskSharding;
      check.same("disk.shard-groups", onDisk.andThen(Sharding::shardGroups));
      check.same("disk.shards-per-group", onDisk.andThen(Sharding::shardsPerGroup));
    }
  }

  private record Check(Namespace old, Namespace next, String source, List<Problem> problems) {
    void same(String key, Function<Namespace, ?> value) {
      Object was = value.apply(old);
      Object is = value.apply(next);
      if (!Objects.equals(was, is)) {
        differs(key, is.toString(), was.toString());
      }
    }

    void differs(String key, String is, String was) {
      String message =
          "is %s and cannot change while there are data; make a new namespace".formatted(was);
      problems.add(new Problem(source, "namespace %s: %s".formatted(old.name(), key), is, message));
    }
  }
}
