package goku.integration.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Commands of the documentation that a test runs: a fenced block below the comment `<!-- run -->`,
/// and the answer that a fenced block below `<!-- answer -->` gives after it, if one does. A
/// comment `<!-- run, with nc -->` names a program without which the commands are not run.
///
/// @param line of the document where the commands begin
/// @param program empty for none
/// @param answer of the commands; `…` in it stands for anything
record Block(int line, String program, String commands, Optional<String> answer) {
  private static final Pattern COMMENT = Pattern.compile("<!-- (run|answer)(?:, with (\\w+))? -->");
  private static final String FENCE = "```";

  /// The blocks of a document, in order.
  static List<Block> of(List<String> document) {
    List<Block> blocks = new ArrayList<>();
    for (int at = 0; at < document.size(); at++) {
      Matcher comment = COMMENT.matcher(document.get(at).strip());
      if (comment.matches()) {
        int start = at + 2;
        String text = fenced(document, at + 1);
        if (comment.group(1).equals("run")) {
          String program = comment.group(2) == null ? "" : comment.group(2);
          blocks.add(new Block(start + 1, program, text, Optional.empty()));
        } else if (blocks.isEmpty() || blocks.getLast().answer().isPresent()) {
          throw new IllegalArgumentException("line %d: an answer to nothing".formatted(at + 1));
        } else {
          blocks.add(blocks.removeLast().answering(text));
        }
      }
    }
    return blocks;
  }

  private static String fenced(List<String> document, int fence) {
    int end = fence + 1;
    if (fence >= document.size() || !document.get(fence).strip().startsWith(FENCE)) {
      throw new IllegalArgumentException("line %d: no fenced block".formatted(fence + 1));
    }
    while (end < document.size() && !document.get(end).strip().equals(FENCE)) {
      end++;
    }
    return String.join("\n", document.subList(fence + 1, end)).stripIndent();
  }

  private Block answering(String text) {
    return new Block(line, program, commands, Optional.of(text));
  }

  /// Returns whether the output is the documented one, if there is one.
  boolean isAnsweredBy(String output) {
    if (answer.isEmpty()) {
      return true;
    }
    var pattern = new StringBuilder();
    for (String part : normal(answer.get()).split("…", -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(normal(output)).matches();
  }

  /// Removes invisible parts: trailing spaces and empty lines at the end.
  private static String normal(String text) {
    return text.strip().replaceAll("[ \t\r]*\n", "\n");
  }
}
