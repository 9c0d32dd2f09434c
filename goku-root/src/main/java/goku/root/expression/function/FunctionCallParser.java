package goku.root.expression.function;

import goku.model.NameQuotes;
import goku.root.expression.function.FunctionCall.Parameter;
import goku.root.expression.language.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The parser of calls: `scale(sum(sum:1m-avg:sys.cpu.user{host=*},sum:sys.cpu.nice),0.5)`. A
/// parameter with a colon is a sub-query. One with parentheses before any colon is a call, any
/// other a word.
public final class FunctionCallParser {
  static final int MAX_DEPTH = 50;

  private static final Pattern BLANK_AROUND_SIGN = Pattern.compile("\\s*([:,=|{}()])\\s*");

  private final String text;
  private int position;
  private int depth;

  private FunctionCallParser(String text) {
    this.text = text;
  }

  /// Parses a call. Throws `ExpressionException` if the text is not a call.
  public static FunctionCall parse(String text) {
    var parser = new FunctionCallParser(text);
    String name = parser.upTo("(,):{}").strip();
    if (name.isEmpty() || !parser.at('(')) {
      throw parser.expected("a function with its parameters in parentheses");
    }
    FunctionCall call = parser.call(name);
    if (parser.position < text.length()) {
      throw parser.expected("nothing more");
    }
    return call;
  }

  /// Parses from the opening parenthesis to the text after the closing one.
  private FunctionCall call(String name) {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionException(
          "Functions are nested deeper than %d levels: %s".formatted(MAX_DEPTH, text));
    }
    List<Parameter> operands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    do {
      position++;
      parameter(operands, words);
    } while (at(','));
    if (!at(')')) {
      throw expected("',' or ')'");
    }
    position++;
    skipBlanks();
    depth--;
    return new FunctionCall(FunctionCatalog.function(name, operands.size(), words), operands);
  }

  private void parameter(List<Parameter> operands, List<String> words) {
    int from = position;
    String word = upTo("(,):{}").strip();
    if (word.isEmpty()) {
      throw expected("a sub-query, a call or a word");
    }
    if (at('(')) {
      operands.add(new Parameter.Call(call(word)));
    } else if (at(':')) {
      position = from;
      operands.add(new Parameter.SubQuery(withoutBlanks(subQuery())));
    } else {
      words.add(withoutBlanks(word));
    }
  }

  /// Parses up to a comma or parenthesis outside of nested braces and parentheses.
  private String subQuery() {
    int from = position;
    int open = 0;
    for (; position < text.length(); position++) {
      int endOfQuoted = NameQuotes.end(text, position);
      if (endOfQuoted >= 0) {
        position = endOfQuoted - 1;
        continue;
      }
      char c = text.charAt(position);
      if (open == 0 && (c == ',' || c == ')')) {
        break;
      }
      open += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
    }
    return text.substring(from, position);
  }

  /// Removes blanks around signs outside of quotes.
  private String withoutBlanks(String written) {
    String stripped = written.strip();
    var result = new StringBuilder();
    int from = 0;
    for (int at = 0; at <= stripped.length(); at++) {
      int end = at == stripped.length() ? at : NameQuotes.end(stripped, at);
      if (end >= 0) {
        result.append(withoutBlanksAroundSigns(stripped.substring(from, at)));
        result.append(stripped, at, end);
        from = end;
        at = Math.max(at, end - 1);
      }
    }
    return result.toString();
  }

  private String withoutBlanksAroundSigns(String written) {
    String result = BLANK_AROUND_SIGN.matcher(written).replaceAll("$1");
    if (result.chars().anyMatch(Character::isWhitespace)) {
      throw new ExpressionException(
          "Failed to parse '%s': '%s' has a blank inside; put names with blanks in quotes"
              .formatted(text, result));
    }
    return result;
  }

  private String upTo(String ends) {
    int from = position;
    while (position < text.length() && ends.indexOf(text.charAt(position)) < 0) {
      position++;
    }
    return text.substring(from, position);
  }

  private void skipBlanks() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private boolean at(char c) {
    return position < text.length() && text.charAt(position) == c;
  }

  private ExpressionException expected(String what) {
    return new ExpressionException(
        "Failed to parse '%s': expected %s at position %d".formatted(text, what, position + 1));
  }
}
