package goku.kafka.fetch;

import goku.kafka.fetch.FetchFilter.Part;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.ClientRequest;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.ConsumerDelegate;
import org.apache.kafka.clients.consumer.internals.ConsumerNetworkClient;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;

/// A network client of a consumer that passes the answers to fetches through a filter before the
/// consumer sees them.
///
/// Kafka has no interface between fetching and decompression. The network client is an interface,
/// but the constructor of a consumer creates it. So this class replaces a field of the consumer,
/// which it finds by its type. A version of Kafka without that field fails at the first consumer.
final class CheckedClient {
  private final KafkaClient client;
  private final FetchFilter filter;

  /// The names of topics, which answers omit. A request names the logs that are new to the broker.
  private final Map<Uuid, String> topics = new HashMap<>();

  private CheckedClient(KafkaClient client, FetchFilter filter) {
    this.client = client;
    this.filter = filter;
  }

  /// Replaces the network client of a consumer that has sent nothing yet.
  static void install(KafkaConsumer<?, ?> consumer, FetchFilter filter) {
    try {
      Object delegate = get(consumer, KafkaConsumer.class, ConsumerDelegate.class);
      Object network = get(delegate, delegate.getClass(), ConsumerNetworkClient.class);
      Field field = field(ConsumerNetworkClient.class, KafkaClient.class);
      var checked = new CheckedClient((KafkaClient) field.get(network), filter);
      field.set(network, checked.proxy());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(
          "cannot bound the memory of a consumer: this version of the Kafka client, or"
              + " group.protocol other than classic, is not supported",
          unknown);
    }
  }

  private static Object get(Object owner, Class<?> declaring, Class<?> type)
      throws ReflectiveOperationException {
    return field(declaring, type).get(owner);
  }

  private static Field field(Class<?> declaring, Class<?> type) throws NoSuchFieldException {
    Field found =
        Arrays.stream(declaring.getDeclaredFields())
            .filter(field -> field.getType() == type)
            .findFirst()
            .orElseThrow(() -> new NoSuchFieldException(declaring + " has no " + type));
    found.setAccessible(true);
    return found;
  }

  private KafkaClient proxy() {
    return (KafkaClient)
        Proxy.newProxyInstance(
            KafkaClient.class.getClassLoader(), new Class<?>[] {KafkaClient.class}, this::invoke);
  }

  private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Object[] changed = arguments;
    if (method.getName().equals("send")
        && arguments[0] instanceof ClientRequest request
        && request.requestBuilder() instanceof FetchRequest.Builder fetch) {
      changed = arguments.clone();
      changed[0] = filtered(request, fetch);
    }
    try {
      return method.invoke(client, changed);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private ClientRequest filtered(ClientRequest request, FetchRequest.Builder fetch) {
    fetch.fetchData().forEach((log, data) -> topics.put(data.topicId, log.topic()));
    return new ClientRequest(
        request.destination(),
        request.requestBuilder(),
        request.correlationId(),
        request.makeHeader(fetch.latestAllowedVersion()).clientId(),
        request.createdTimeMs(),
        request.expectResponse(),
        request.requestTimeoutMs(),
        response -> {
          if (response.responseBody() instanceof FetchResponse answer) {
            filter.apply(parts(answer));
          }
          request.callback().onComplete(response);
        });
  }

  private List<Part> parts(FetchResponse answer) {
    List<Part> parts = new ArrayList<>();
    for (FetchableTopicResponse topic : answer.data().responses()) {
      String name =
          topic.topic().isEmpty()
              ? topics.getOrDefault(topic.topicId(), topic.topicId().toString())
              : topic.topic();
      for (PartitionData partition : topic.partitions()) {
        parts.add(new Part(new TopicPartition(name, partition.partitionIndex()), partition));
      }
    }
    return parts;
  }
}
