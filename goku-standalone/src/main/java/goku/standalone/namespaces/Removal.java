package goku.standalone.namespaces;

import goku.cluster.NamespacePublisher;
import goku.cluster.NamespaceRegistry;
import goku.config.DataSize;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.namespace.NamespacesText;
import goku.service.ClusterException;
import java.io.PrintWriter;
import java.util.List;

/// The steps of the removal of a namespace. Each may have been done before by an interrupted run.
/// Nothing is deleted before all processes know that the namespace is removed, because they would
/// write it again.
record Removal(
    NamespaceRegistry registry,
    NamespacePublisher publisher,
    Confirmation confirmation,
    NamespaceLog log,
    NamespaceObjects objects,
    PrintWriter out) {
  /// Removes the namespace and prints each step. Returns whether the removal is complete.
  ///
  /// @param deleteData whether its data may be deleted
  /// @throws ClusterException if there is no such namespace, or if ZooKeeper does not answer
  boolean of(String name, boolean deleteData) throws InterruptedException {
    Namespace namespace = find(name);
    if (!deleteData && hasData(namespace)) {
      out.println("not removed: repeat the command with --delete-data to delete them for good");
      return false;
    }
    NamespacesText text = publisher.remove(name);
    out.println("removed in version " + text.version());
    if (!confirmation.await(text.version())) {
      out.println(
          "nothing was deleted yet: repeat the command when all processes have the version");
      return false;
    }
    boolean isDone = deleteData ? delete(namespace, names(text.namespaces())) : isEmpty(namespace);
    if (isDone) {
      out.println(
          "nodes remove their files by themselves; set `removed: true` for %s in your namespaces file"
              .formatted(name));
    }
    return isDone;
  }

  /// Returns whether there are records or objects, and prints how many.
  private boolean hasData(Namespace namespace) throws InterruptedException {
    long records = log.records(namespace);
    NamespaceObjects.Found found = objects.find(namespace);
    if (records == 0 && found.keys().isEmpty()) {
      return false;
    }
    out.println(
        "namespace %s has data: %d records in topic %s, %d objects of %s in S3 bucket %s"
            .formatted(
                namespace.name(),
                records,
                namespace.kafkaTopic(),
                found.keys().size(),
                new DataSize(found.bytes()),
                namespace.s3Bucket()));
    return true;
  }

  /// Returns whether there is no data. Processes may have written until they knew of the removal.
  private boolean isEmpty(Namespace namespace) throws InterruptedException {
    if (hasData(namespace)) {
      out.println("it came meanwhile: repeat the command with --delete-data to delete it");
      return false;
    }
    out.println(
        "topic %s and S3 bucket %s have no data and stay"
            .formatted(namespace.kafkaTopic(), namespace.s3Bucket()));
    return true;
  }

  /// @param names the names of all namespaces
  private boolean delete(Namespace namespace, List<String> names) throws InterruptedException {
    // a node that still closes its shards may write one more object
    if (!log.awaitUnused(namespace, names)) {
      out.println(
          "nothing was deleted yet: GokuS nodes still consume topic %s; repeat the command"
              .formatted(namespace.kafkaTopic()));
      return false;
    }
    out.println(
        "topic %s %s"
            .formatted(
                namespace.kafkaTopic(), log.delete(namespace) ? "deleted" : "does not exist"));
    NamespaceObjects.Found found = objects.find(namespace);
    objects.delete(namespace, found.keys());
    out.println(
        "%d objects deleted in S3 bucket %s, which can be removed%s"
            .formatted(
                found.keys().size(),
                namespace.s3Bucket(),
                found.others() == 0 ? "" : "; %d other objects stay".formatted(found.others())));
    return true;
  }

  private Namespace find(String name) {
    Namespaces all =
        registry
            .namespaces()
            .orElseThrow(() -> new ClusterException("no namespaces are published yet"));
    return all.known()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ClusterException(
                    "there is no namespace %s; there are %s"
                        .formatted(name, String.join(", ", names(all)))));
  }

  private static List<String> names(Namespaces all) {
    return all.known().map(Namespace::name).toList();
  }
}
