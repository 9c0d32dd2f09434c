package goku.root.conformance.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.TreeMap;

/// A parser of the identifiers in answers of `/api/search/lookup`.
public final class LookupAnswer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private LookupAnswer() {}

  /// Returns the identifier of the series.
  ///
  /// @param series the name that was looked up, `metric{k=v,..}`
  public static String tsuid(String series, String answer) {
    try {
      for (JsonNode result : JSON.readTree(answer).path("results")) {
        Map<String, String> found = new TreeMap<>();
        result
            .get("tags")
            .properties()
            .forEach(tag -> found.put(tag.getKey(), tag.getValue().asText()));
        if (found.equals(tags(series))) {
          return result.get("tsuid").asText();
        }
      }
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + answer, e);
    }
    throw new AssertionError("no tsuid of " + series + " in " + answer);
  }

  private static Map<String, String> tags(String series) {
    Map<String, String> tags = new TreeMap<>();
    int open = series.indexOf('{');
    if (open >= 0) {
      for (String tag : series.substring(open + 1, series.length() - 1).split(",", -1)) {
        String[] parts = tag.split("=", 2);
        tags.put(parts[0], parts[1]);
      }
    }
    return tags;
  }
}
