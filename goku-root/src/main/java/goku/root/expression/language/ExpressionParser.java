package goku.root.expression.language;

import goku.root.expression.language.ExpressionLexer.Kind;
import goku.root.expression.language.ExpressionLexer.Token;
import java.util.List;
import java.util.Optional;

/// The parser of expressions such as `(a + b) * 2 > c && !d`. Precedence is that of Java. Chained
/// comparisons need parentheses.
public final class ExpressionParser {
  /// The limit on nested parentheses and signs: far above hand-written ones, far below a stack
  /// overflow.
  static final int MAX_DEPTH = 100;

  /// The limit on tokens. A chain of operators makes a tree as deep as its length.
  static final int MAX_TOKENS = 1000;

  private final String text;
  private final List<Token> tokens;
  private int next;
  private int depth;

  private ExpressionParser(String text) {
    this.text = text;
    this.tokens = ExpressionLexer.tokens(text, MAX_TOKENS);
  }

  /// Parses an expression. Throws `ExpressionException` if the text is invalid.
  public static Expression parse(String text) {
    var parser = new ExpressionParser(text);
    Expression expression = parser.binary(1);
    if (parser.peek().kind() != Kind.END) {
      throw parser.unexpected("an operator");
    }
    return expression;
  }

  private Expression binary(int precedence) {
    if (precedence > BinaryOperator.HIGHEST) {
      return unary();
    }
    Expression left = binary(precedence + 1);
    Optional<BinaryOperator> operator = operator(precedence);
    while (operator.isPresent()) {
      next++;
      left = new Expression.Binary(operator.get(), left, binary(precedence + 1));
      boolean chains = operator.get().chains();
      operator = operator(precedence);
      if (operator.isPresent() && !chains) {
        throw unexpected("&&, || or parentheses around a comparison");
      }
    }
    return left;
  }

  private Optional<BinaryOperator> operator(int precedence) {
    Token token = peek();
    return token.kind() != Kind.SYMBOL
        ? Optional.empty()
        : BinaryOperator.written(token.text())
            .filter(operator -> operator.precedence() == precedence);
  }

  private Expression unary() {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionException(
          "The expression '%s' is nested deeper than %d levels; move parts of it to separate expressions"
              .formatted(text, MAX_DEPTH));
    }
    try {
      return operand();
    } finally {
      depth--;
    }
  }

  private Expression operand() {
    Token token = peek();
    next++;
    if (token.kind() == Kind.NUMBER) {
      return new Expression.Constant(Double.parseDouble(token.text()));
    }
    if (token.kind() == Kind.NAME) {
      return new Expression.Variable(token.text());
    }
    if (token.is("-")) {
      return new Expression.Negation(unary());
    }
    if (token.is("!") || token.is("not")) {
      return new Expression.Not(unary());
    }
    if (token.is("(")) {
      Expression inner = binary(1);
      if (!peek().is(")")) {
        throw unexpected("')'");
      }
      next++;
      return inner;
    }
    next--;
    throw unexpected("an id, a number or '('");
  }

  private Token peek() {
    return tokens.get(next);
  }

  private ExpressionException unexpected(String wanted) {
    return new ExpressionException(
        "Unexpected '%s' at position %d of '%s', expected %s"
            .formatted(peek().text(), peek().position(), text, wanted));
  }
}
