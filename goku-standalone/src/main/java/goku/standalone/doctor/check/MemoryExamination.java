package goku.standalone.doctor.check;

import java.util.List;

/// A check that the process's memory fits into the machine, or into its container.
///
/// @param offHeapBytes the memory that settings permit outside of the heap
/// @param heapBytes the largest heap
/// @param machineBytes the memory of the machine
public record MemoryExamination(long offHeapBytes, long heapBytes, long machineBytes)
    implements Examination {
  /// The memory for threads, code, and buffers of Kafka and of the network. Measured with a
  /// standalone: 300 MiB.
  private static final long OTHER_BYTES = 384L << 20;

  /// The advised share. The rest caches the files that are read.
  private static final double COMFORTABLE = 0.85;

  private static final long MIB = 1 << 20;

  @Override
  public String subject() {
    return "memory";
  }

  @Override
  public List<Finding> examine() {
    long all = offHeapBytes + heapBytes + OTHER_BYTES;
    String found =
        "%d MiB off-heap, %d MiB heap and about %d MiB else, of %d MiB"
            .formatted(offHeapBytes / MIB, heapBytes / MIB, OTHER_BYTES / MIB, machineBytes / MIB);
    if (all > machineBytes) {
      return List.of(
          Finding.fail(
              subject(),
              found,
              "the system would kill the process: lower the memory settings or GOKU_HEAP, or give"
                  + " the machine or container %d MiB".formatted(all / MIB)));
    }
    if (all > COMFORTABLE * machineBytes) {
      return List.of(
          Finding.warn(
              subject(), found, "little is left for files that are mapped: reads may be slow"));
    }
    return List.of(Finding.ok(subject(), found));
  }
}
