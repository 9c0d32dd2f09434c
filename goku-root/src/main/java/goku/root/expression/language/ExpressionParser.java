package goku.root.expression.language;

import goku.root.expression.language.ExpressionLexer.Kind;
import goku.root.expression.language.ExpressionLexer.Token;
import java.util.List;
import java.util.Optional;

/// Reads an expression: `(a + b) * 2 > c && !d`. The operators bind as in Java; comparisons do not
/// follow each other without parentheses.
public final class ExpressionParser {
  /// Parentheses and signs within each other; far beyond what people write, far below what the
  /// stack of a thread holds.
  static final int MAX_DEPTH = 100;

  /// A chain of operators is as deep a tree as it is long.
  static final int MAX_TOKENS = 1000;

  private final String text;
  private final List<Token> tokens;
  private int next;
  private int depth;

  private ExpressionParser(String text) {
    this.text = text;
    this.tokens = ExpressionLexer.tokens(text, MAX_TOKENS);
  }

  /// Throws `ExpressionException` where the text is no expression.
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
          "The expression '%s' is nested deeper than %d levels; compute parts of it in expressions of their own"
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
