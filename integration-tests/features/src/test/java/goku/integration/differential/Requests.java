package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The JSON form of requests in recorded cases.
final class Requests {
  private Requests() {}

  static ObjectNode get(String compare, String path) {
    ObjectNode request = object();
    request.put("compare", compare);
    request.put("method", "GET");
    request.put("path", path);
    request.putArray("params");
    return request;
  }

  static ObjectNode post(String compare, String path, ObjectNode body) {
    ObjectNode request = get(compare, path);
    request.put("method", "POST");
    request.set("body", body);
    return request;
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static void parameter(ObjectNode request, String name, String value) {
    request.withArray("params").addArray().add(name).add(value);
  }

  static void flag(ObjectNode request, String name) {
    request.withArray("params").addArray().add(name).addNull();
  }
}
