package goku.standalone.doctor.check;

import java.util.List;

/// A check of one subject. An exception is a finding too.
public interface Examination {
  /// Returns the subject in a few words.
  String subject();

  List<Finding> examine() throws Exception;
}
