import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A count of text that is hard to read: `java .ci/Words.java [--list] [FILE...]` prints how many
/// places of each kind there are in the tracked files and fails if a kind exceeds its limit. With
/// `--list` it prints the places. The rules are in CONTRIBUTING.md, "Text".
final class Words {
  /// First words of a subordinate clause.
  private static final String CLAUSE =
      "What|Which|Who|Whose|Whether|Where|How|That|Of|So|Since|As|Be it";

  /// First words that begin a subordinate clause or leave the subject unnamed.
  private static final String NO_SUBJECT =
      CLAUSE
          + "|Whom|Whoever|Whatever|Those|It|They|Its|Their|Why|When|If|Because|Something|Somebody"
          + "|Nobody|Everything|There|Not|Has|Is|Are|Does|Were|May|Will|By|From|For|With|Without|To"
          + "|In|On|At|Until|After|Before|While"
          + "|Behind|Beyond|Between|About|Under|Within|Instead|Unless|Up|Over|Past|And|Let|Put|Also"
          + "|Longer|More|Enough|False|Called|Told|Written|Refused|Known|Answered|Looked|Acknowledged";

  /// Verbs that describe what a class does where a noun should say what it is.
  private static final String DOES =
      "Reads|Writes|Makes|Finds|Puts|Asks|Answers|Compares|Looks|Keeps|Sends|Takes|Runs|Counts|Encodes"
          + "|Tells|Says|Groups|Lets|Brings|Prints|Names|Hands|Fills|Collects|Decodes|Splits|Opens|Turns"
          + "|Gathers|Logs|Serves|Gives|Decides|Removes|Lists|Merges|Waits|Measures|Hears|Publishes"
          + "|Searches|Calls|Cuts|Remembers|Applies|Verifies|Refuses|Imitates|Speaks|Holds|Closes|Chooses"
          + "|Checks|Describes|Guesses|Identifies|Downsamples|Divides|Accompanies|Aggregates|Walks"
          + "|Replaces|Creates|Pauses|Appends|Packs|Unpacks|Joins|Gets|Adds|Multiplies|Shows|Evaluates"
          + "|Feeds|Sees|Drops|Stands|Emits|Deletes|Ticks|Converts|Builds|Watches|Follows|Starts|Stops"
          + "|Returns|Stores|Loads|Moves|Maps|Parses|Copies|Sorts|Notes|Saves";

  private enum Kind {
    PLAIN_WORDS("phrases that are not plain English", 99),
    CLASS_COMMENTS("class comments that do not begin with a noun", 12),
    MEMBER_COMMENTS("member comments that begin with a clause", 30),
    LOG_LINES("log lines that do not begin with the event", 0);

    final String text;
    final int limit;

    Kind(String text, int limit) {
      this.text = text;
      this.limit = limit;
    }
  }

  private static final List<Pattern> PHRASES =
      List.of(
          Pattern.compile("\\bany ?more\\b"),
          Pattern.compile(
              "\\b(?!stand|is |are |run |runs |it )\\w+ alone\\b(?!"
                  + " (server|process|node|machine))"),
          Pattern.compile("\\b(of|from) before\\b(?! (the|it|a|an|that|any|this)\\b)"),
          Pattern.compile("\\b(in hand|for want of|at present|be it)\\b"),
          Pattern.compile(
              "\\b([Ww]hoever|[Ww]hatever|(?<!\\bthose )(?<!\\bone )(?<!\\busers )\\bwho"
                  + " (sends|writes|asks|reads|has|is|was)|what (is|was|comes|came|has|had) )\\b"),
          Pattern.compile("\\bbehind (its|the|their) (offset|time|end|last|snapshot)\\b"),
          Pattern.compile("\\bso (many|much)\\b"));

  private static final Pattern CLAUSE_FIRST =
      Pattern.compile("^\\s*(?:///|\\*|//)\\s+(" + CLAUSE + ")\\b[^?]*$");
  private static final Pattern COMMENT_LINE = Pattern.compile("^\\s*(///?|\\*)\\s*\\S.*");
  private static final Pattern CODE_TEXT = Pattern.compile("(///|//|^\\s*\\*|\").*");
  private static final Pattern DOC = Pattern.compile("^\\s*///\\s*(.*)$");
  private static final Pattern TYPE =
      Pattern.compile(
          "^\\s*((public|private|protected|static|final|abstract|sealed|non-sealed|strictfp) )*"
              + "(class|record|interface|enum|@interface)\\b.*");
  private static final Predicate<String> NO_NOUN =
      Pattern.compile("^(?:" + NO_SUBJECT + "|" + DOES + ")\\b").asPredicate();
  private static final Predicate<String> NO_SUBJECT_AHEAD =
      Pattern.compile("^(?:" + NO_SUBJECT + ")\\b").asPredicate();
  private static final Pattern LOG_LINE =
      Pattern.compile(
          "\\b(?:log|LOG|logger)\\s*\\.(?:trace|debug|info|warn|error)\\(\\s*\"\\{\\}",
          Pattern.DOTALL);

  private final Map<Kind, List<String>> found = new EnumMap<>(Kind.class);

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> files = new ArrayList<>(List.of(args));
    boolean list = files.remove("--list");
    Words words = new Words();
    for (String file : files.isEmpty() ? tracked() : files) {
      if (file.matches(".*\\.(md|java|yaml|yml|json|js|html|proto)")
          && !file.contains("/test/resources/")) {
        words.read(file);
      }
    }
    System.exit(words.report(list) ? 0 : 1);
  }

  private static List<String> tracked() throws IOException, InterruptedException {
    Process git = new ProcessBuilder("git", "ls-files").redirectErrorStream(true).start();
    List<String> files = git.inputReader().lines().toList();
    if (git.waitFor() != 0) {
      throw new IOException("cannot list tracked files: " + files);
    }
    return files;
  }

  private void read(String file) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(file));
    } catch (MalformedInputException notText) {
      return;
    }
    boolean code = file.matches(".*\\.(java|js|proto)");
    for (int i = 0; i < lines.size(); i++) {
      String place = file + ":" + (i + 1) + ": " + lines.get(i).strip();
      if (phrase(lines, i, code)) {
        add(Kind.PLAIN_WORDS, place);
      }
      if (file.endsWith(".java") && isFirst(lines, i)) {
        doc(lines, i, place);
      }
    }
    if (file.endsWith(".java")) {
      LOG_LINE
          .matcher(String.join("\n", lines))
          .results()
          .forEach(log -> add(Kind.LOG_LINES, file + ": " + log.group().strip()));
    }
  }

  private static boolean phrase(List<String> lines, int i, boolean code) {
    String line = lines.get(i);
    String words = line;
    if (code) {
      var text = CODE_TEXT.matcher(line);
      if (!text.find()) {
        return false;
      }
      words = text.group();
    }
    String read = words;
    return CLAUSE_FIRST.matcher(line).find() && isFirst(lines, i)
        || PHRASES.stream().anyMatch(phrase -> phrase.matcher(read).find());
  }

  private void doc(List<String> lines, int i, String place) {
    var doc = DOC.matcher(lines.get(i));
    if (!doc.matches()) {
      return;
    }
    int next = i;
    while (next < lines.size() && lines.get(next).strip().matches("(///|@(?!interface)).*|")) {
      next++;
    }
    boolean type = next < lines.size() && TYPE.matcher(lines.get(next)).matches();
    if (type && NO_NOUN.test(doc.group(1))) {
      add(Kind.CLASS_COMMENTS, place);
    } else if (!type && NO_SUBJECT_AHEAD.test(doc.group(1))) {
      add(Kind.MEMBER_COMMENTS, place);
    }
  }

  /// Tells whether the line is the first of its comment.
  private static boolean isFirst(List<String> lines, int i) {
    return COMMENT_LINE.matcher(lines.get(i)).matches()
        && (i == 0 || !COMMENT_LINE.matcher(lines.get(i - 1)).matches());
  }

  private void add(Kind kind, String place) {
    found.computeIfAbsent(kind, same -> new ArrayList<>()).add(place);
  }

  private boolean report(boolean list) {
    boolean good = true;
    for (Kind kind : Kind.values()) {
      List<String> places = found.getOrDefault(kind, List.of());
      System.out.println("words: " + places.size() + " " + kind.text + ", at most " + kind.limit);
      if (list) {
        places.forEach(place -> System.out.println("  " + place));
      }
      good &= places.size() <= kind.limit;
    }
    return good;
  }
}
