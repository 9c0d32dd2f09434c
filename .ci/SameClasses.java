import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A comparison of two builds that should differ in names and texts only: with JDK 25, `java
/// .ci/SameClasses.java OLD NEW` reads all class files below both directories, erases the names of
/// Goku's own classes and members and all string constants, drops debug information, and reports
/// classes without an equal in the other build. Annotations are not compared.
final class SameClasses {
  private static final ClassFile PARSER =
      ClassFile.of(
          ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS);

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: java .ci/SameClasses.java OLD NEW");
      System.exit(2);
    }
    Map<String, List<String>> before = read(Path.of(args[0]));
    Map<String, List<String>> after = read(Path.of(args[1]));
    int different = report("only before", before, after) + report("only after", after, before);
    System.out.println(
        before.values().stream().mapToInt(List::size).sum()
            + " classes before, "
            + after.values().stream().mapToInt(List::size).sum()
            + " after, "
            + different
            + " without an equal");
    System.exit(different == 0 ? 0 : 1);
  }

  private static int report(
      String side, Map<String, List<String>> classes, Map<String, List<String>> others) {
    int different = 0;
    for (Map.Entry<String, List<String>> same : classes.entrySet()) {
      int surplus = same.getValue().size() - others.getOrDefault(same.getKey(), List.of()).size();
      if (surplus > 0) {
        different += surplus;
        System.out.println(side + ": " + same.getValue());
      }
    }
    return different;
  }

  /// Returns the names of classes by their erased content.
  private static Map<String, List<String>> read(Path root) throws IOException {
    Map<String, List<String>> classes = new HashMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(path -> isProduct(path.toString())).toList()) {
        ClassModel model = PARSER.parse(file);
        classes
            .computeIfAbsent(erased(model), _ -> new ArrayList<>())
            .add(model.thisClass().asInternalName());
      }
    }
    return classes;
  }

  private static boolean isProduct(String path) {
    return path.endsWith(".class")
        && (path.contains("target/classes") || path.contains("target/test-classes"))
        && !path.endsWith("package-info.class");
  }

  private static String erased(ClassModel model) {
    List<String> members = new ArrayList<>();
    for (FieldModel field : model.fields()) {
      members.add(
          "field " + field.flags().flagsMask() + " " + type(field.fieldType().stringValue()));
    }
    for (MethodModel method : model.methods()) {
      StringBuilder text = new StringBuilder("method " + method.flags().flagsMask() + " ");
      text.append(type(method.methodType().stringValue())).append('\n');
      method.code().ifPresent(code -> body(code.elementList(), text));
      members.add(text.toString());
    }
    // javac orders synthetic members by name
    Collections.sort(members);
    String parents =
        model.superclass().map(parent -> type("L" + parent.asInternalName() + ";")).orElse("")
            + model.interfaces().stream().map(i -> type("L" + i.asInternalName() + ";")).toList();
    return model.flags().flagsMask() + " " + parents + "\n" + String.join("", members);
  }

  private static void body(List<CodeElement> code, StringBuilder text) {
    Map<Object, Integer> labels = new HashMap<>();
    for (CodeElement element : code) {
      if (element instanceof LabelTarget target) {
        labels.put(target.label(), labels.size());
      }
    }
    for (CodeElement element : code) {
      if (element instanceof Instruction instruction) {
        text.append(instruction.opcode())
            .append(' ')
            .append(detail(instruction, labels))
            .append('\n');
      }
    }
  }

  private static String detail(Instruction instruction, Map<Object, Integer> labels) {
    return switch (instruction) {
      case ConstantInstruction load -> constant(String.valueOf(load.constantValue()), load);
      case InvokeInstruction call ->
          member(
              call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue());
      case FieldInstruction field ->
          member(
              field.owner().asInternalName(),
              field.name().stringValue(),
              field.type().stringValue());
      case InvokeDynamicInstruction call -> type(call.type().stringValue());
      case LookupSwitchInstruction choice -> choice.cases().size() + " cases";
      case TableSwitchInstruction choice -> choice.cases().size() + " cases";
      default -> "";
    };
  }

  private static String constant(String value, ConstantInstruction load) {
    return switch (load.constantValue()) {
      case Number _ -> value;
      default -> "text or class";
    };
  }

  private static String member(String owner, String name, String type) {
    boolean ours = owner.startsWith("goku/");
    return (ours ? "goku" : owner + "." + name) + " " + type(type);
  }

  private static String type(String descriptor) {
    return descriptor.replaceAll("Lgoku/[^;]*;", "Lgoku;");
  }
}
