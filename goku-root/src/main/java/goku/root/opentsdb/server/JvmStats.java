package goku.root.opentsdb.server;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The handler of `/api/stats/jvm`: memory in bytes, times in milliseconds.
public final class JvmStats {
  private JvmStats() {}

  public static HttpResponse answer(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    return Json.answer(
        json -> {
          json.writeStartObject();
          runtime(json);
          memory(json);
          collectors(json);
          pools(json);
          json.writeObjectFieldStart("os");
          json.writeNumberField(
              "systemLoadAverage",
              ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  private static void runtime(JsonGenerator json) throws IOException {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    json.writeObjectFieldStart("runtime");
    json.writeNumberField("startTime", runtime.getStartTime());
    json.writeNumberField("uptime", runtime.getUptime());
    json.writeStringField("vmName", runtime.getVmName());
    json.writeStringField("vmVendor", runtime.getVmVendor());
    json.writeStringField("vmVersion", runtime.getVmVersion());
    json.writeEndObject();
  }

  private static void memory(JsonGenerator json) throws IOException {
    var memory = ManagementFactory.getMemoryMXBean();
    json.writeObjectFieldStart("memory");
    usage(json, "heapMemoryUsage", memory.getHeapMemoryUsage());
    usage(json, "nonHeapMemoryUsage", memory.getNonHeapMemoryUsage());
    json.writeNumberField("objectsPendingFinalization", 0); // the JDK is removing finalization
    json.writeEndObject();
  }

  private static void collectors(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("gc");
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      json.writeObjectFieldStart(member(collector.getName()));
      json.writeNumberField("collectionCount", collector.getCollectionCount());
      json.writeNumberField("collectionTime", collector.getCollectionTime());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void pools(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("pools");
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      json.writeObjectFieldStart(member(pool.getName()));
      usage(json, "collectionUsage", pool.getCollectionUsage());
      usage(json, "usage", pool.getUsage());
      usage(json, "peakUsage", pool.getPeakUsage());
      json.writeStringField("type", pool.getType().name());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /// @param usage null if the JVM does not report it
  private static void usage(JsonGenerator json, String name, @Nullable MemoryUsage usage)
      throws IOException {
    if (usage == null) {
      json.writeNullField(name);
      return;
    }
    json.writeObjectFieldStart(name);
    json.writeNumberField("init", usage.getInit());
    json.writeNumberField("used", usage.getUsed());
    json.writeNumberField("committed", usage.getCommitted());
    json.writeNumberField("max", usage.getMax());
    json.writeEndObject();
  }

  /// Returns the name in camel case: `G1 Young Generation` becomes `g1YoungGeneration`.
  private static String member(String name) {
    String joined = name.replace(" ", "");
    return joined.substring(0, 1).toLowerCase(Locale.ROOT) + joined.substring(1);
  }
}
