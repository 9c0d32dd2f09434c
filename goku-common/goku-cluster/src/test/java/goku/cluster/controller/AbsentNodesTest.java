package goku.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import goku.service.ClusterException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AbsentNodesTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private SortedSet<String> gone = new TreeSet<>();
  private SortedSet<String> silent = new TreeSet<>();
  private boolean fails;
  private long nanos;
  private final AbsentNodes nodes =
      new AbsentNodes(this::gone, () -> silent, () -> nanos, registry);

  private SortedSet<String> gone() {
    if (fails) {
      throw new ClusterException("ZooKeeper does not answer");
    }
    return gone;
  }

  @Test
  void countsNodesThatDoNotRunOrDoNotAnswerOnce() {
    gone = new TreeSet<>(List.of("short-1", "ingest-1"));
    silent = new TreeSet<>(List.of("short-1", "long-1"));
    look();
    assertThat(count()).isEqualTo(3);
    gone.remove("ingest-1");
    silent.remove("short-1");
    look();
    assertThat(count()).isEqualTo(2);
    gone.clear();
    silent.clear();
    look();
    assertThat(count()).isZero();
  }

  @Test
  void looksAtMostEverySecond() {
    gone = new TreeSet<>(List.of("short-1"));
    nodes.tend();
    assertThat(count()).isEqualTo(1);
    gone.clear();
    nanos += TimeUnit.MILLISECONDS.toNanos(999);
    nodes.tend();
    assertThat(count()).isEqualTo(1);
    nanos += TimeUnit.MILLISECONDS.toNanos(1);
    nodes.tend();
    assertThat(count()).isZero();
  }

  @Test
  void keepsItsKnowledgeWhileZooKeeperIsUnavailable() {
    gone = new TreeSet<>(List.of("short-1"));
    look();
    fails = true;
    look();
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void countsNothingWithoutLeadership() {
    gone = new TreeSet<>(List.of("short-1"));
    look();
    nodes.rest();
    assertThat(count()).isZero();
  }

  private void look() {
    nodes.tend();
    nanos += TimeUnit.SECONDS.toNanos(1);
  }

  private double count() {
    return registry.get("goku.cluster.nodes.absent").gauge().value();
  }
}
