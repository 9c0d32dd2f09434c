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

/// A check of which namespaces may change while services run. The place of a namespace in Kafka and
/// S3 and its shards cannot change, because its data lies there. A removed namespace stays in the
/// file, because nodes that are away may still have its files. All else may change. Does not depend
/// on the clock, so that all processes with the same namespaces decide alike. Stateless.
public final class NamespacesChange {
  private NamespacesChange() {}

  /// Returns why the second cannot follow the first; empty if it can.
  ///
  /// @param source the origin of the next namespaces, for messages
  public static List<Problem> problems(Namespaces now, Namespaces next, String source) {
    List<Problem> problems = new ArrayList<>();
    for (Namespace old : now.all()) {
      find(next, old)
          .ifPresentOrElse(
              found -> compare(old, found, source, problems),
              () ->
                  problems.add(
                      problem(
                          old,
                          source,
                          "is in force and cannot be left out: remove it by `goku namespaces remove %s`"
                              .formatted(old.name()))));
    }
    for (Namespace old : now.removed()) {
      Optional<Namespace> found = find(next, old);
      if (found.isEmpty() || !next.isRemoved(old.name())) {
        problems.add(
            problem(
                old,
                source,
                "was removed, and nodes may still have its files: keep its entry with `removed:"
                    + " true`, and give a new namespace another name"));
      } else {
        compare(old, found.get(), source, problems);
      }
    }
    return List.copyOf(problems);
  }

  private static Optional<Namespace> find(Namespaces in, Namespace like) {
    return in.known().filter(one -> one.name().equals(like.name())).findFirst();
  }

  private static Problem problem(Namespace of, String source, String message) {
    return new Problem(source, "namespace " + of.name(), "", message);
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
