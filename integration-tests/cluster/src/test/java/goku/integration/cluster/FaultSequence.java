package goku.integration.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/// Faults without end, one after the other. In each round every service has one, in random order;
/// over three rounds each service has every kind of fault. The same seed gives the same sequence.
final class FaultSequence {
  private final Random random;
  private final List<Service> services = new ArrayList<>();
  private final Deque<Service> round = new ArrayDeque<>();

  /// @param services the names of the processes of each
  FaultSequence(long seed, List<List<String>> services) {
    random = new Random(seed);
    services.forEach(names -> this.services.add(new Service(names, new ArrayDeque<>())));
  }

  Fault next() {
    if (round.isEmpty()) {
      Collections.shuffle(services, random);
      round.addAll(services);
    }
    Service service = round.remove();
    if (service.kinds().isEmpty()) {
      List<Fault.Kind> kinds = new ArrayList<>(List.of(Fault.Kind.values()));
      Collections.shuffle(kinds, random);
      service.kinds().addAll(kinds);
    }
    String process = service.processes().get(random.nextInt(service.processes().size()));
    return new Fault(process, service.kinds().remove());
  }

  /// @param kinds still to come before all come again
  private record Service(List<String> processes, Deque<Fault.Kind> kinds) {}
}
