package goku.integration.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.testkit.HangLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// The pages at `/` and `/top` in a real browser.
@TestInstance(Lifecycle.PER_CLASS)
class PageIT {
  private final Optional<Path> chromium = chromium();

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path data;

  private @Nullable GokuProcess started;

  @BeforeAll
  void start(@TempDir Path directory) {
    assumeTrue(chromium.isPresent(), "no chromium on this machine: the pages are not opened");
    data = directory;
    started = GokuProcess.start(directory.resolve("data"), "--agent.interval=1s");
  }

  @AfterAll
  void stop() {
    if (started != null) {
      started.close();
    }
  }

  @Test
  void theChartIsDrawn() throws Exception {
    await().atMost(Duration.ofMinutes(2)).until(() -> rates(goku().http()) >= 15);
    String url = "http://127.0.0.1:" + goku().port() + "/";
    Path screenshot =
        screenshot(
            "page.png", browser(), url + "#range=5m&m=sum:1s-avg:rate:host.cpu.time{mode=*}");
    System.out.println("screenshot of the page: " + screenshot);
    assertThat(coloursIn(screenshot)).hasSizeGreaterThan(8);
    // no fragment: the page itself finds something to show
    String dom = dom(browser(), url);
    assertThat(dom).contains("uplot", "<canvas", "host.cpu.", "core=");
  }

  @Test
  void whoWritesIsExploredDownToTheValues() throws Exception {
    await().atMost(Duration.ofMinutes(2)).until(() -> rates(goku().http()) >= 2);
    String url = "http://127.0.0.1:" + goku().port() + "/top";
    String dom = dom(browser(), url + "#metric=host.cpu.time&key=mode");
    assertThat(dom)
        .contains("host.cpu.time", "Tag keys of host.cpu.time", "Values of mode", "idle")
        .contains("aria-label=\"Block host.cpu.time\"");
    assertThat(dom(browser(), url + "#prefix=host.mem"))
        .contains("host.mem")
        .doesNotContain("host.cpu");
    Path screenshot = screenshot("top.png", browser(), url + "#metric=host.cpu.time");
    System.out.println("screenshot of the page: " + screenshot);
    assertThat(coloursIn(screenshot)).hasSizeGreaterThan(8);
    assertThat(dom(browser(), url + "#view=unqueried&days=7"))
        .contains("Written but not queried in 7 days", "Queries are known since", "never")
        .as("the test asked for it")
        .doesNotContain(">host.cpu.time<");
  }

  private GokuProcess goku() {
    return Objects.requireNonNull(started);
  }

  private Path browser() {
    return chromium.orElseThrow();
  }

  /// The number of datapoints in a chart of the CPU.
  private static int rates(GokuHttp http) {
    return http.query("5m-ago", "sum:rate:host.cpu.time").path(0).path("dps").size();
  }

  private Path screenshot(String name, Path chromium, String url)
      throws IOException, InterruptedException {
    Path file = Path.of("target", name).toAbsolutePath();
    Files.deleteIfExists(file);
    run(chromium, Path.of("target", "chromium.log"), "--screenshot=" + file, url);
    return file;
  }

  private String dom(Path chromium, String url) throws IOException, InterruptedException {
    Path file = Path.of("target", "page.html");
    run(chromium, file, "--dump-dom", url);
    return Files.readString(file);
  }

  private void run(Path chromium, Path output, String... what)
      throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory(data, "browser");
    Process browser =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(
                            chromium.toString(),
                            "--headless",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-quic",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync",
                            "--hide-scrollbars",
                            "--window-size=1280,900",
                            "--virtual-time-budget=8000",
                            "--user-data-dir=" + profile),
                        Stream.of(what))
                    .toList())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!browser.waitFor(HangLimits.PROCESS.toSeconds(), TimeUnit.SECONDS)) {
      browser.destroyForcibly();
      throw new IllegalStateException("the browser did not end");
    }
  }

  private static Set<Integer> coloursIn(Path screenshot) throws IOException {
    var image = ImageIO.read(screenshot.toFile());
    Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        colours.add(image.getRGB(x, y));
      }
    }
    return colours;
  }

  private static Optional<Path> chromium() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }
}
