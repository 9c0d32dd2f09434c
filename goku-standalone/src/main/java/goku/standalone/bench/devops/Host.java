package goku.standalone.bench.devops;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/// A host with its tags.
///
/// @param tags the tags in the order in which an agent writes them
public record Host(String name, Map<String, String> tags) {
  private static final String[] REGIONS = {
    "us-east-1",
    "us-west-1",
    "us-west-2",
    "eu-west-1",
    "eu-central-1",
    "ap-southeast-1",
    "ap-southeast-2",
    "ap-northeast-1",
    "sa-east-1"
  };
  private static final String[] SYSTEMS = {"Ubuntu16.10", "Ubuntu16.04LTS", "Ubuntu15.10"};
  private static final String[] ARCHITECTURES = {"x64", "x86"};
  private static final String[] TEAMS = {"SF", "NYC", "LON", "CHI"};
  private static final String[] ENVIRONMENTS = {"production", "staging", "test"};
  private static final int RACKS = 100;
  private static final int SERVICES = 20;

  /// Returns the same host for equal numbers and seeds.
  static Host of(int number, long seed) {
    var random = new SplittableRandom(seed * 31 + number);
    String region = pick(REGIONS, random);
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("hostname", "host_" + number);
    tags.put("region", region);
    tags.put("datacenter", region + "abc".charAt(random.nextInt(3)));
    tags.put("rack", Integer.toString(random.nextInt(RACKS)));
    tags.put("os", pick(SYSTEMS, random));
    tags.put("arch", pick(ARCHITECTURES, random));
    tags.put("team", pick(TEAMS, random));
    tags.put("service", Integer.toString(random.nextInt(SERVICES)));
    tags.put("service_version", Integer.toString(random.nextInt(2)));
    tags.put("service_environment", pick(ENVIRONMENTS, random));
    return new Host("host_" + number, tags);
  }

  private static String pick(String[] from, SplittableRandom random) {
    return from[random.nextInt(from.length)];
  }
}
