package goku.integration.cluster.process;

import static org.awaitility.Awaitility.await;

import goku.testkit.ThisJava;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A process that can be ended in several ways and started again. What it prints, in all its lives,
/// goes to one file. One thread at a time starts and ends it; whether it is faulted, anyone may
/// ask.
public final class NodeProcess implements AutoCloseable {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int TAIL_LINES = 60;

  private final String name;
  private List<String> command;
  private final Path log;
  private final BooleanSupplier probe;
  private @Nullable Process process;
  private volatile boolean faulted;

  /// @param probe whether it serves, asked from outside
  NodeProcess(String name, List<String> command, Path log, BooleanSupplier probe) {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
    this.probe = probe;
  }

  public String name() {
    return name;
  }

  /// Returns whether a test has stopped or paused it, or is restarting it.
  public boolean isFaulted() {
    return faulted;
  }

  /// Sets the command of later starts.
  void replaceCommand(List<String> next) {
    command = List.copyOf(next);
  }

  void start() {
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be started", e);
    }
  }

  /// Waits until it serves; fails at once when it has ended.
  void awaitReady(Duration limit) {
    try {
      await(name + " to be ready")
          .atMost(limit)
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .pollInSameThread()
          .until(() -> isReady() || !isAlive());
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "%s did not get ready, its threads are in %s; %s".formatted(name, dumpThreads(), tail()),
          e);
    }
    if (!isAlive()) {
      throw new IllegalStateException(
          "%s ended with %d; %s".formatted(name, running().exitValue(), tail()));
    }
    faulted = false;
  }

  boolean isAlive() {
    return running().isAlive();
  }

  boolean isReady() {
    return probe.getAsBoolean();
  }

  /// SIGKILL.
  public void kill() {
    faulted = true;
    running().destroyForcibly();
    awaitExit();
  }

  /// SIGTERM.
  public void terminate() {
    faulted = true;
    running().destroy();
    awaitExit();
  }

  /// SIGSTOP: it keeps its connections and says nothing.
  public void pause() {
    faulted = true;
    signal("STOP");
  }

  /// SIGCONT.
  public void resume() {
    signal("CONT");
  }

  /// Restarts after a kill or an orderly end.
  public void restart(Duration limit) {
    start();
    awaitReady(limit);
  }

  /// Waits until it serves, after a pause.
  public void awaitReady() {
    awaitReady(ClusterProcesses.RESTART_LIMIT);
  }

  private void awaitExit() {
    try {
      if (!running().waitFor(EXIT_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(name + " does not end; " + tail());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void signal(String signal) {
    if (exitOf("kill", "-" + signal, Long.toString(running().pid())) != 0) {
      throw new IllegalStateException("%s did not take SIG%s".formatted(name, signal));
    }
  }

  private Process running() {
    Process started = process;
    if (started == null) {
      throw new IllegalStateException(name + " was never started");
    }
    return started;
  }

  /// All of them, virtual ones too, beside its log.
  private Path dumpThreads() {
    Path dump = log.resolveSibling(name + "-threads.txt").toAbsolutePath();
    exitOf(
        Path.of(ThisJava.path()).resolveSibling("jcmd").toString(),
        Long.toString(running().pid()),
        "Thread.dump_to_file",
        "-overwrite",
        dump.toString());
    return dump;
  }

  private static int exitOf(String... command) {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      int from = Math.max(0, lines.size() - TAIL_LINES);
      return "the end of %s:%n%s"
          .formatted(log, String.join("\n", lines.subList(from, lines.size())));
    } catch (IOException e) {
      return log + " cannot be read: " + e;
    }
  }

  /// Ends the process from any state.
  @Override
  public void close() {
    if (process != null) {
      kill();
    }
  }
}
