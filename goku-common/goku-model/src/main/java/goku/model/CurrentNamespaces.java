package goku.model;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The current namespaces by name, for objects that outlive a change of the namespaces. A
/// `Namespace` object never changes, and its versions before and after a change are not equal.
/// Thread-safe.
public final class CurrentNamespaces {
  private record Index(Namespaces of, Map<String, Namespace> byName) {
    static Index of(Namespaces namespaces) {
      return new Index(
          namespaces,
          namespaces.all().stream()
              .collect(Collectors.toUnmodifiableMap(Namespace::name, Function.identity())));
    }
  }

  private final Live<Namespaces> live;
  private volatile Index index;

  public CurrentNamespaces(Live<Namespaces> live) {
    this.live = live;
    index = Index.of(live.current());
  }

  public Namespaces all() {
    return live.current();
  }

  /// Returns the S3 buckets of all namespaces.
  public Set<String> s3Buckets() {
    return all().all().stream().map(Namespace::s3Bucket).collect(Collectors.toSet());
  }

  public Optional<Namespace> find(String name) {
    return Optional.ofNullable(index().byName.get(name));
  }

  /// Returns a supplier of the current version of the namespace. After the namespace is removed, it
  /// supplies the given version.
  public Supplier<Namespace> following(Namespace namespace) {
    return () -> index().byName.getOrDefault(namespace.name(), namespace);
  }

  private Index index() {
    Namespaces now = live.current();
    Index known = index;
    if (known.of != now) {
      known = Index.of(now);
      index = known;
    }
    return known;
  }
}
