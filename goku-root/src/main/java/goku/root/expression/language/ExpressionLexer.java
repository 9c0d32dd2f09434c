package goku.root.expression.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lexer of expressions.
final class ExpressionLexer {
  private static final Pattern BLANK = Pattern.compile("\\s+");
  private static final Pattern NUMBER =
      Pattern.compile("(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");
  private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{Nd}]*");
  private static final Pattern SYMBOL = Pattern.compile("&&|\\|\\||[=!<>]=|[<>!()+\\-*/%]");

  private final String text;
  private final Matcher matcher;
  private int position;

  private ExpressionLexer(String text) {
    this.text = text;
    this.matcher = BLANK.matcher(text);
  }

  /// A token with the position of its first character, starting at 1.
  record Token(Kind kind, String text, int position) {
    boolean is(String symbol) {
      return kind == Kind.SYMBOL && text.equals(symbol);
    }
  }

  enum Kind {
    NUMBER,
    NAME,
    /// An operator symbol, an operator word, or a parenthesis.
    SYMBOL,
    END
  }

  /// Returns the tokens. The last one is of kind `END`.
  static List<Token> tokens(String text, int limit) {
    List<Token> tokens = new ArrayList<>();
    var lexer = new ExpressionLexer(text);
    do {
      tokens.add(lexer.next());
      if (tokens.size() > limit) {
        throw new ExpressionException(
            "The expression has more than %d words and operators; move parts of it to separate expressions"
                .formatted(limit));
      }
    } while (tokens.getLast().kind() != Kind.END);
    return tokens;
  }

  private Token next() {
    if (at(BLANK)) {
      position = matcher.end();
    }
    if (position == text.length()) {
      return new Token(Kind.END, "the end", position + 1);
    }
    if (at(NUMBER)) {
      return token(Kind.NUMBER);
    }
    if (at(NAME)) {
      String name = matcher.group();
      boolean operator = name.equals("not") || BinaryOperator.written(name).isPresent();
      return token(operator ? Kind.SYMBOL : Kind.NAME);
    }
    if (at(SYMBOL)) {
      return token(Kind.SYMBOL);
    }
    throw new ExpressionException(
        "Unexpected '%s' at position %d of '%s'; an expression consists of ids, numbers, parentheses and the operators + - * / %% < <= > >= == != && || !"
            .formatted(
                text.substring(position, text.offsetByCodePoints(position, 1)),
                position + 1,
                text));
  }

  private boolean at(Pattern pattern) {
    return matcher.usePattern(pattern).region(position, text.length()).lookingAt();
  }

  private Token token(Kind kind) {
    var token = new Token(kind, matcher.group(), position + 1);
    position = matcher.end();
    return token;
  }
}
