package goku.benchmark.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A generator of series names like those of a cluster of agents. Deterministic. Not thread-safe.
///
/// An agent runs in a pod and reports some of the shapes, the same for all pods of a service. Four
/// pods run on a host. To the tags of the shape it adds those of the service, the pod, the host and
/// the zone (6 to 10 of 8 to 16 components in section 6.1 of the Goku paper), up to the requested
/// number of tags.
///
/// The number of a pod's series in the shard decides how often components repeat. With 6, names are
/// 40 times as large as their distinct components, as in the same section. With 500, as when one
/// shard gets all series of an agent, it is 2000 times.
public final class NameGenerator {
  private static final int PODS_A_HOST = 4;
  private static final int ADDED_AT_LEAST = 2;
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final String[] SERVICES = {
    "home-feed",
    "search-ranking",
    "ads-serving",
    "image-resizer",
    "user-profile",
    "notification",
    "recommendation",
    "payments-gateway"
  };
  private static final String[] TYPES = {"m6id.16xlarge", "r6id.4xlarge", "c6i.24xlarge"};

  private final List<NameShapes.Shape> shapes;
  private final int tags;
  private final int seriesAPod;

  public NameGenerator(NameShapes shapes, int tags, int seriesAPod) {
    this.shapes = shapes.withAtMost(tags - ADDED_AT_LEAST);
    this.tags = tags;
    this.seriesAPod = Math.min(seriesAPod, this.shapes.size());
  }

  /// The canonical bytes of the n-th series; those of an agent follow each other.
  public byte[] name(int n) {
    int pod = n / seriesAPod;
    int service = pod % (shapes.size() / seriesAPod);
    NameShapes.Shape shape = shapes.get(service * seriesAPod + n % seriesAPod);
    var all = new TreeMap<>(shape.tags());
    int next = 0;
    while (all.size() < tags) {
      addTag(all, next++, pod, service);
    }
    var name = new StringBuilder(shape.metric());
    all.forEach((key, value) -> name.append(' ').append(key).append('=').append(value));
    return name.toString().getBytes(UTF_8);
  }

  /// The tags of an agent, the one that tells it apart first.
  private static void addTag(Map<String, String> all, int which, int pod, int service) {
    int host = pod / PODS_A_HOST;
    char zone = (char) ('a' + host % 3);
    String serviceName = SERVICES[service % SERVICES.length] + "-service";
    switch (which) {
      case 0 ->
          all.put("pod_name", "%s-%s-%s".formatted(serviceName, hex(service, 10), hex(pod, 5)));
      case 1 ->
          all.put(
              "host",
              "ip-10-%d-%d-%d.us-east-1.compute.internal"
                  .formatted(host >> 16 & 0xFF, host >> 8 & 0xFF, host & 0xFF));
      case 2 -> all.put("zone", "us-east-1" + zone);
      case 3 -> all.put("service_name", serviceName);
      case 4 -> all.put("cluster_name", "production-general-%02d".formatted(host % 7));
      case 5 -> all.put("project", "obs-%d".formatted(service % 5));
      case 6 -> all.put("instance_type", TYPES[host % TYPES.length]);
      case 7 ->
          all.put("image", "registry.internal/%s:%s".formatted(serviceName, hex(service, 12)));
      case 8 -> all.put("env", "production");
      case 9 -> all.put("kernel_version", "5.15.0-105%d-aws".formatted(host % 4));
      case 10 -> all.put("team", "infra-%d".formatted(service % 6));
      case 11 -> all.put("os_release", "ubuntu-22.04.4-lts");
      case 12 -> all.put("auto_scaling_group", "%s-asg-us-east-1%c".formatted(serviceName, zone));
      case 13 -> all.put("agent_version", "metrics-agent-1.%d.0".formatted(host % 3));
      case 14 -> all.put("account_id", "account-481516234%d".formatted(service % 4));
      case 15 -> all.put("virtual_network", "vpc-%s".formatted(hex(host % 7, 12)));
      default -> throw new IllegalArgumentException("more than 16 tags cannot be made");
    }
  }

  private static String hex(int seed, int digits) {
    return "%016x".formatted((seed + 1) * MIX).substring(0, digits);
  }
}
