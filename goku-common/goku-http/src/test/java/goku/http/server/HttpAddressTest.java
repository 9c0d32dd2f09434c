package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.Routes;
import org.junit.jupiter.api.Test;

/// Tests of request addresses besides the path: versions, a base path, methods, callbacks, and
/// origins.
class HttpAddressTest {
  private static HttpFixture with(String... flags) {
    return new HttpFixture(HttpFixture.config(flags), HttpFixture.echo(), null);
  }

  @Test
  void servesBelowTheBasePathAndAtTheRootAlike() throws Exception {
    try (HttpFixture http = with("--base-path=/sub/")) {
      assertThat(http.get("/sub/api/path/x").body()).isEqualTo("/api/path/x");
      assertThat(http.get("/sub/api/v1/path/x").body()).isEqualTo("/api/path/x");
      assertThat(http.get("/api/path/x").body()).isEqualTo("/api/path/x");
      assertThat(http.get("/subway/api/path/x").statusCode()).isEqualTo(404);
    }
    assertThatThrownBy(() -> HttpFixture.config("--base-path=sub"))
        .hasMessageContaining("write /sub");
  }

  @Test
  void takesTheMethodOfAGetFromAParameter() throws Exception {
    try (HttpFixture http = with("--method-override=true");
        RawClient raw = http.raw()) {
      assertThat(http.get("/api/echo?method_override=delete").body()).isEqualTo("DELETE ");
      assertThat(http.get("/api/echo?method_override=Post").body()).isEqualTo("POST ");
      assertThat(http.get("/api/echo?method_override=head").statusCode()).isEqualTo(405);
      assertThat(http.get("/api/echo?method_override").body())
          .contains("Missing method override value");
      raw.send("POST /api/echo?method_override=delete HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi");
      assertThat(raw.answer()).endsWith("POST hi");
    }
  }

  @Test
  void callsTheFunctionThatJsonpNamesWithAnyJson() throws Exception {
    Routes routes = HttpFixture.echo().add("/api/json", request -> HttpResponse.json(200, "[1,2]"));
    try (HttpFixture http = new HttpFixture(HttpFixture.config("--jsonp=true"), routes, null)) {
      var answer = http.get("/api/json?jsonp=my.call");
      assertThat(answer.body()).isEqualTo("my.call([1,2])");
      assertThat(answer.headers().firstValue("content-type"))
          .contains("application/json; charset=UTF-8");
      assertThat(http.get("/api/nowhere?jsonp=call").body()).startsWith("call({\"error\"");
      assertThat(http.get("/api/json?jsonp=").body()).isEqualTo("[1,2]");
      assertThat(http.get("/api/echo?jsonp=call").body()).isEqualTo("GET ");
      var refused = http.get("/api/json?jsonp=alert(1)%2F%2F");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).startsWith("{\"error\"");
    }
  }

  /// An image of any page can send a GET, and any page can load a script.
  @Test
  void methodsAndCallbacksInParametersAreOffByDefault() throws Exception {
    try (HttpFixture http = with();
        RawClient raw = http.raw()) {
      var overridden = http.get("/api/echo?method_override=delete");
      assertThat(overridden.statusCode()).isEqualTo(405);
      assertThat(overridden.body()).contains("http.method-override").doesNotContain("DELETE");
      var called = http.get("/api/nowhere?jsonp=call");
      assertThat(called.statusCode()).isEqualTo(400);
      assertThat(called.body()).startsWith("{\"error\"").contains("http.jsonp");
      assertThat(http.get("/api/echo?jsonp=").body()).isEqualTo("GET ");
      raw.send("POST /api/echo?method_override=delete HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi");
      assertThat(raw.answer()).endsWith("POST hi");
    }
  }

  @Test
  void theStrictModeTakesThemAsOpenTsdbDoes() throws Exception {
    try (HttpFixture http =
        new HttpFixture(HttpFixture.config().strictIf(true), HttpFixture.echo(), null)) {
      assertThat(http.get("/api/echo?method_override=delete").body()).isEqualTo("DELETE ");
      assertThat(http.get("/api/nowhere?jsonp=call").body()).startsWith("call({\"error\"");
    }
    HttpConfig lenient = HttpFixture.config("--jsonp=true", "--method-override=true");
    assertThat(lenient.strictIf(false)).isEqualTo(lenient);
    assertThat(HttpFixture.config().strictIf(false)).isEqualTo(HttpFixture.config());
  }

  private static String cors(RawClient raw, String method, String origin) throws Exception {
    raw.send(
        "%s /api/echo HTTP/1.1\r\nHost: own.localhost\r\nOrigin: %s\r\n\r\n"
            .formatted(method, origin));
    return raw.answer();
  }

  @Test
  void letsPagesOfConfiguredDomainsCall() throws Exception {
    try (HttpFixture http = with();
        RawClient raw = http.raw()) {
      assertThat(cors(raw, "OPTIONS", "http://Dashboards.example"))
          .startsWith("HTTP/1.1 200 ")
          .containsIgnoringCase("access-control-allow-origin: http://Dashboards.example")
          .containsIgnoringCase("access-control-allow-methods: GET, POST, PUT, DELETE");
      assertThat(cors(raw, "GET", "http://dashboards.example"))
          .containsIgnoringCase("access-control-allow-origin: http://dashboards.example")
          .endsWith("GET ");
      assertThat(cors(raw, "GET", "http://own.localhost")).endsWith("GET ");
    }
  }

  @Test
  void doesNotCarryOutWhatPagesOfOtherDomainsAsk() throws Exception {
    try (HttpFixture http = with();
        RawClient raw = http.raw()) {
      for (String method : new String[] {"OPTIONS", "GET"}) {
        assertThat(cors(raw, method, "http://elsewhere.example"))
            .startsWith("HTTP/1.1 200 CORS domain not allowed\r\n")
            .doesNotContainIgnoringCase("access-control")
            .contains("The domain [http://elsewhere.example] is not permitted access");
      }
    }
  }

  @Test
  void refusesOptionsAndIgnoresOriginsOfReadsWhenNoDomainIsConfigured() throws Exception {
    HttpConfig plain = HttpConfig.standard("127.0.0.1", 0);
    try (HttpFixture http = new HttpFixture(plain, HttpFixture.echo(), null);
        RawClient raw = http.raw()) {
      assertThat(cors(raw, "OPTIONS", "http://dashboards.example"))
          .startsWith("HTTP/1.1 405 Method not allowed\r\n");
      assertThat(cors(raw, "GET", "http://dashboards.example"))
          .doesNotContainIgnoringCase("access-control")
          .endsWith("GET ");
    }
  }
}
