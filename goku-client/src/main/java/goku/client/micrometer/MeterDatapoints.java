package goku.client.micrometer;

import goku.client.GokuProducer;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The meters of a registry as datapoints of one moment.
record MeterDatapoints(GokuProducer producer, MeterRegistry registry, long timestampMillis) {
  private static final TimeUnit UNIT = TimeUnit.SECONDS;

  void send(Meter meter) {
    meter.use(
        gauge -> send(gauge, "", gauge.value()),
        counter -> send(counter, "", counter.count()),
        this::send,
        this::send,
        this::send,
        gauge -> send(gauge, "", gauge.value(UNIT)),
        counter -> send(counter, "", counter.count()),
        this::send,
        this::sendOther);
  }

  private void send(Timer timer) {
    send(timer, ".count", timer.count());
    send(timer, ".sum", timer.totalTime(UNIT));
    send(timer, ".max", timer.max(UNIT));
  }

  private void send(DistributionSummary summary) {
    send(summary, ".count", summary.count());
    send(summary, ".sum", summary.totalAmount());
    send(summary, ".max", summary.max());
  }

  private void send(LongTaskTimer timer) {
    send(timer, ".active", timer.activeTasks());
    send(timer, ".duration", timer.duration(UNIT));
    send(timer, ".max", timer.max(UNIT));
  }

  private void send(FunctionTimer timer) {
    send(timer, ".count", timer.count());
    send(timer, ".sum", timer.totalTime(UNIT));
  }

  private void sendOther(Meter meter) {
    for (Measurement measurement : meter.measure()) {
      String suffix = "." + measurement.getStatistic().getTagValueRepresentation();
      send(meter, suffix, measurement.getValue());
    }
  }

  private void send(Meter meter, String suffix, long value) {
    producer.send(name(meter) + suffix, timestampMillis, value, tags(meter));
  }

  /// Sends a finite value. Others are omitted: a gauge whose object is gone has no value.
  private void send(Meter meter, String suffix, double value) {
    if (Double.isFinite(value)) {
      producer.send(name(meter) + suffix, timestampMillis, value, tags(meter));
    }
  }

  private String name(Meter meter) {
    return meter.getId().getConventionName(registry.config().namingConvention());
  }

  private Map<String, String> tags(Meter meter) {
    Map<String, String> tags = new HashMap<>();
    for (Tag tag : meter.getId().getConventionTags(registry.config().namingConvention())) {
      tags.put(tag.getKey(), tag.getValue());
    }
    return tags;
  }
}
