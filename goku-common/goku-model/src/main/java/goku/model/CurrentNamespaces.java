package goku.model;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The namespaces of the moment by their names, for what outlives a change of them: whoever keeps a
/// `Namespace` keeps what it was, and two of before and after a change are not equal. Thread-safe.
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

  /// The names of their S3 buckets.
  public Set<String> s3Buckets() {
    return all().all().stream().map(Namespace::s3Bucket).collect(Collectors.toSet());
  }

  public Optional<Namespace> find(String name) {
    return Optional.ofNullable(index().byName.get(name));
  }

  /// The namespace as it is whenever it is asked for; when it is not there any more, as it was
  /// here.
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
