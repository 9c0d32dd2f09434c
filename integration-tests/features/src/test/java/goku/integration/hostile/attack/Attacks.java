package goku.integration.hostile.attack;

import java.util.List;
import java.util.stream.Stream;

/// All attacks.
public final class Attacks {
  private Attacks() {}

  /// Returns the attacks of clients without a login on a process that requires one.
  public static List<Attack> withoutLogin() {
    return LoginAttacks.all();
  }

  /// Returns the attacks on a process without users.
  public static List<Attack> all() {
    return Stream.of(
            HeadAttacks.all(),
            FramingAttacks.all(),
            ConnectionAttacks.all(),
            ReaderAttacks.all(),
            BodyAttacks.all(),
            PutAttacks.all(),
            RollupAttacks.all(),
            HistogramAttacks.all(),
            QueryAttacks.all(),
            FilterAttacks.all(),
            ExpressionAttacks.all(),
            SearchAttacks.all(),
            NameAttacks.all(),
            AnnotationAttacks.all(),
            MetadataAttacks.all(),
            RenameAttacks.all(),
            LineAttacks.all(),
            KafkaAttacks.all(),
            BrowserAttacks.all(),
            EndpointAttacks.all())
        .flatMap(List::stream)
        .toList();
  }
}
