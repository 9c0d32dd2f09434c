package goku.benchmark.recovery;

import goku.benchmark.index.NameGenerator;
import goku.format.batch.BatchWriter;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// The records of one shard's log. Owned by one thread.
final class ShardInput {
  private static final int BATCH_BYTES = (1 << 20) - 1024;

  private final Workload workload;
  private final BatchWriter batch = new BatchWriter();
  private List<SeriesName> names = new ArrayList<>();

  /// The numbers of the series.
  private int[] numbers = new int[1024];

  private ShardInput(Workload workload) {
    this.workload = workload;
  }

  /// The inputs of all shards.
  static List<ShardInput> of(Workload workload, Sharding sharding) {
    List<ShardInput> shards = new ArrayList<>();
    for (int shard = 0; shard < sharding.shards(); shard++) {
      shards.add(new ShardInput(workload));
    }
    NameGenerator generator = Workload.names();
    for (int number = 0; number < workload.series(); number++) {
      var name = SeriesName.ofCanonical(generator.name(number));
      shards.get(sharding.shardOf(name.metricHash(), name.hash())).add(number, name);
    }
    return shards;
  }

  private void add(int number, SeriesName name) {
    if (names.size() == numbers.length) {
      numbers = Arrays.copyOf(numbers, numbers.length * 2);
    }
    numbers[names.size()] = number;
    names.add(name);
  }

  int series() {
    return names.size();
  }

  /// One datapoint of each series, in batches.
  void reading(int reading, Consumer<byte[]> records) {
    for (int i = 0; i < names.size(); i++) {
      SeriesName name = names.get(i);
      if (batch.size() + BatchWriter.maxBytes(name.bytes().length) > BATCH_BYTES) {
        send(records);
      }
      batch.add(name, workload.timestamp(numbers[i], reading), workload.value(numbers[i], reading));
    }
    send(records);
  }

  private void send(Consumer<byte[]> records) {
    if (batch.count() > 0) {
      records.accept(batch.toBytes());
      batch.clear();
    }
  }
}
