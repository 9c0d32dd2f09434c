package goku.standalone.doctor.check;

import java.util.List;

/// Looks at one thing. What it throws is a finding too: it could not be looked at.
public interface Examination {
  /// What is looked at, in a few words.
  String subject();

  List<Finding> examine() throws Exception;
}
