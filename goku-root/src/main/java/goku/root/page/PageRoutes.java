package goku.root.page;

import goku.http.Routes;
import java.util.List;

/// The routes of the web page and its files. The files are read once, when the routes are added.
public final class PageRoutes {
  private static final List<String> FILES =
      List.of(
          "api.js",
          "app.js",
          "chart.js",
          "combo.js",
          "first.js",
          "icon.svg",
          "legend.js",
          "numbers.js",
          "queries.js",
          "series.js",
          "state.js",
          "style.css",
          "tables.js",
          "time.js",
          "top.css",
          "top.js",
          "uplot-1.6.32.min.css",
          "uplot-1.6.32.min.js",
          "uplot-LICENSE.txt",
          "usage.js");

  private PageRoutes() {}

  /// Adds `/`, `/top` and the files below `/page/`.
  public static void addTo(Routes routes) {
    routes.add("/", PageFile.read("index.html"));
    routes.add("/top", PageFile.read("top.html"));
    for (String file : FILES) {
      routes.add("/page/" + file, PageFile.read(file));
    }
  }
}
