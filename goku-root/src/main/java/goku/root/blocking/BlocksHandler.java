package goku.root.blocking;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.Block;
import goku.model.BlockRule;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.service.ClusterException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The handler of `/api/goku/blocks`: GET lists the rules, POST blocks, DELETE unblocks.
/// Thread-safe.
final class BlocksHandler implements HttpHandler {
  private final BlockStore store;
  private final InstantSource clock;

  BlocksHandler(BlockStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    return switch (request.method()) {
      case "GET" -> answer(change(UnaryOperator.identity()));
      case "POST" -> add(BlockRequest.toAdd(request, clock.millis()));
      case "DELETE" -> remove(BlockRequest.toRemove(request));
      default -> throw HttpMethods.notAllowed(request);
    };
  }

  /// Adds or updates the given rules and answers their new state. An existing rule keeps its
  /// `since`.
  private HttpResponse add(Map<BlockRule, Block> given) {
    List<Block> after =
        change(
            before -> {
              Map<BlockRule, Block> all = new HashMap<>();
              before.forEach(block -> all.put(block.rule(), block));
              given.forEach((rule, block) -> all.merge(rule, block, BlocksHandler::updated));
              BlockRequest.requireRoom(all.size());
              return new ArrayList<>(all.values());
            });
    return answer(after.stream().filter(block -> given.containsKey(block.rule())).toList());
  }

  private static Block updated(Block before, Block given) {
    String reason = given.reason().isEmpty() ? before.reason() : given.reason();
    return new Block(before.rule(), reason, before.sinceMillis());
  }

  private HttpResponse remove(BlockRule rule) {
    change(
        before -> {
          List<Block> rest = before.stream().filter(block -> !block.rule().equals(rule)).toList();
          if (rest.size() == before.size()) {
            throw new HttpError(
                404,
                "cannot remove rule='%s': no such rule; to remove a rule by prefix, set prefix=true"
                    .formatted(rule.pattern()));
          }
          return rest;
        });
    return HttpResponse.noContent();
  }

  private List<Block> change(UnaryOperator<List<Block>> change) {
    try {
      return store.change(change);
    } catch (ClusterException failed) {
      Throwable cause = failed.getCause();
      throw new HttpError(
          503, String.valueOf(failed.getMessage()), cause == null ? null : cause.toString());
    }
  }

  private static HttpResponse answer(List<Block> blocks) {
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("blocks");
          for (Block block : blocks) {
            write(json, block);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, Block block) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", block.rule().metric());
    json.writeBooleanField("prefix", block.rule().isPrefix());
    json.writeStringField("reason", block.reason());
    json.writeNumberField("since", block.sinceMillis());
    json.writeEndObject();
  }
}
