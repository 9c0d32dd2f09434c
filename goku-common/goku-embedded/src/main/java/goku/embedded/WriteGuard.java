package goku.embedded;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.server.authorizer.AclCreateResult;
import org.apache.kafka.server.authorizer.AclDeleteResult;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;
import org.apache.kafka.server.authorizer.Authorizer;
import org.apache.kafka.server.authorizer.AuthorizerServerInfo;

/// The authorizer of the embedded broker. It permits everything but records on topics that must not
/// grow now. Kafka creates it from its class name. Thread-safe.
public final class WriteGuard implements Authorizer {
  /// The setting with the key of the predicate. The broker turns values of settings into strings,
  /// so that the predicate itself cannot be one.
  private static final String FROZEN_TOPICS = "write.guard.key";

  private static final Map<String, Predicate<String>> PREDICATES = new ConcurrentHashMap<>();

  private volatile Predicate<String> isFrozen = topic -> false;

  /// Adds the settings of a guard to those of a broker. Returns the key for `forget`.
  ///
  /// @param isFrozen tells of a topic whether it must not grow now
  static String addTo(Properties broker, Predicate<String> isFrozen) {
    String key = UUID.randomUUID().toString();
    PREDICATES.put(key, isFrozen);
    broker.put("authorizer.class.name", WriteGuard.class.getName());
    broker.put(FROZEN_TOPICS, key);
    return key;
  }

  static void forget(String key) {
    PREDICATES.remove(key);
  }

  @Override
  public void configure(Map<String, ?> settings) {
    isFrozen = PREDICATES.getOrDefault(String.valueOf(settings.get(FROZEN_TOPICS)), isFrozen);
  }

  @Override
  public Map<Endpoint, CompletionStage<Void>> start(AuthorizerServerInfo server) {
    return server.endpoints().stream()
        .collect(
            Collectors.toMap(endpoint -> endpoint, _ -> CompletableFuture.completedFuture(null)));
  }

  @Override
  public List<AuthorizationResult> authorize(
      AuthorizableRequestContext request, List<Action> actions) {
    return actions.stream().map(this::authorize).toList();
  }

  private AuthorizationResult authorize(Action action) {
    boolean grows =
        action.operation() == AclOperation.WRITE
            && action.resourcePattern().resourceType() == ResourceType.TOPIC;
    return grows && isFrozen.test(action.resourcePattern().name())
        ? AuthorizationResult.DENIED
        : AuthorizationResult.ALLOWED;
  }

  @Override
  public List<CompletionStage<AclCreateResult>> createAcls(
      AuthorizableRequestContext request, List<AclBinding> bindings) {
    throw new UnsupportedOperationException("the embedded broker has no ACLs");
  }

  @Override
  public List<CompletionStage<AclDeleteResult>> deleteAcls(
      AuthorizableRequestContext request, List<AclBindingFilter> filters) {
    throw new UnsupportedOperationException("the embedded broker has no ACLs");
  }

  @Override
  public Iterable<AclBinding> acls(AclBindingFilter filter) {
    return List.of();
  }

  @Override
  public void close() {}
}
