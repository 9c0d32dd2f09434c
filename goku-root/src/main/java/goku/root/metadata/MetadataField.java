package goku.root.metadata;

/// The fields of metadata that clients write, except for `custom`. The metadata of a name have the
/// first four.
public enum MetadataField {
  DESCRIPTION("description", Type.TEXT),
  NOTES("notes", Type.TEXT),
  CREATED("created", Type.LONG),
  DISPLAY_NAME("displayName", Type.TEXT),
  UNITS("units", Type.TEXT),
  DATA_TYPE("dataType", Type.TEXT),
  RETENTION("retention", Type.INT),
  MAX("max", Type.DOUBLE),
  MIN("min", Type.DOUBLE);

  /// The types of fields.
  public enum Type {
    TEXT(""),
    INT("0"),
    LONG("0"),
    DOUBLE("NaN");

    private final String byDefault;

    Type(String byDefault) {
      this.byDefault = byDefault;
    }
  }

  private final String member;
  private final Type type;

  MetadataField(String member, Type type) {
    this.member = member;
    this.type = type;
  }

  /// Returns the name of the field in JSON.
  public String member() {
    return member;
  }

  public Type type() {
    return type;
  }

  /// Returns the value of a field that was never written.
  public String byDefault() {
    return type.byDefault;
  }

  /// Returns the value in the form that is stored.
  ///
  /// @throws NumberFormatException if the text is not of the field's type
  public String stored(String text) {
    return switch (type) {
      case TEXT -> text;
      case INT -> Integer.toString(Integer.parseInt(text));
      case LONG -> Long.toString(Long.parseLong(text));
      case DOUBLE -> Double.toString(Double.parseDouble(text));
    };
  }

  /// Returns the field of a member.
  ///
  /// @throws IllegalArgumentException if there is none
  static MetadataField of(String member) {
    for (MetadataField field : values()) {
      if (field.member.equals(member)) {
        return field;
      }
    }
    throw new IllegalArgumentException("unknown field '%s' of metadata".formatted(member));
  }
}
