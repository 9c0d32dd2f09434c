package goku.root.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageRoutesTest {
  private final Routes routes = new Routes();

  @BeforeEach
  void addRoutes() {
    PageRoutes.addTo(routes);
  }

  private HttpResponse ask(String method, String path, Map<String, String> headers)
      throws Exception {
    HttpRequest request = new HttpRequest(method, path, Map.of(), headers, new byte[0], "test");
    return routes.find(path).orElseThrow(() -> new AssertionError(path)).handle(request);
  }

  private String body(String path) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ask("GET", path, Map.of()).body().writeTo(out);
    return out.toString(UTF_8);
  }

  private static List<String> found(String pattern, String in) {
    return Pattern.compile(pattern).matcher(in).results().map(MatchResult::group).toList();
  }

  @Test
  void thePageAndAllReferencedFilesAreServed() throws Exception {
    assertThat(refersTo("/"))
        .contains("/page/app.js", "/page/style.css", "/page/uplot-1.6.32.min.js");
    assertThat(refersTo("/top")).contains("/page/top.js", "/page/top.css", "/page/style.css");
    for (String page : List.of("/", "/top")) {
      for (String file : refersTo(page)) {
        assertThat(body(file)).as(file).isNotEmpty();
      }
    }
  }

  @Test
  void eachPageLinksToTheOther() throws Exception {
    assertThat(body("/")).contains("href=\"/top\"");
    assertThat(body("/top")).contains("<a href=\"/\">");
  }

  private List<String> refersTo(String page) throws Exception {
    return found("/page/[\\w.-]+", body(page));
  }

  /// The content security policy of the server lets browsers ignore both.
  @Test
  void noPageHasAScriptOrAStyleInItsText() throws Exception {
    for (String page : List.of("/", "/top")) {
      assertThat(found("<style|\\sstyle=|\\son\\w+=|javascript:|https?://", body(page))).isEmpty();
      assertThat(found("<script(?![^>]*\\ssrc=\"/page/)", body(page))).isEmpty();
    }
    for (String file : refersTo("/")) {
      if (file.endsWith(".js")) {
        assertThat(found("innerHTML|setAttribute\\('style'|\\beval\\(|new Function", body(file)))
            .isEmpty();
      }
    }
  }

  @Test
  void everyImportedModuleIsServed() throws Exception {
    for (String from :
        List.of(
            "app", "api", "chart", "first", "legend", "queries", "series", "tables", "top",
            "usage")) {
      for (String module : found("(?<=from '\\./)[\\w.]+(?=')", body("/page/" + from + ".js"))) {
        assertThat(body("/page/" + module)).as(module).contains("export ");
      }
    }
  }

  @Test
  void eachFileHasItsContentType() throws Exception {
    assertThat(ask("GET", "/", Map.of()).contentType()).isEqualTo("text/html; charset=UTF-8");
    assertThat(ask("GET", "/page/app.js", Map.of()).contentType()).startsWith("text/javascript");
    assertThat(ask("GET", "/page/icon.svg", Map.of()).contentType()).isEqualTo("image/svg+xml");
  }

  @Test
  void anUnchangedFileIsAnsweredWith304() throws Exception {
    String tag = ask("GET", "/page/app.js", Map.of()).headers().get("ETag");
    assertThat(ask("GET", "/page/app.js", Map.of("if-none-match", "\"x\", " + tag)).status())
        .isEqualTo(304);
    assertThat(ask("GET", "/page/app.js", Map.of("if-none-match", "\"x\"")).status())
        .isEqualTo(200);
    assertThat(ask("GET", "/page/api.js", Map.of()).headers().get("ETag")).isNotEqualTo(tag);
  }

  @Test
  void otherMethodsAreNotAllowed() {
    assertThatThrownBy(() -> ask("POST", "/", Map.of()))
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(405));
  }
}
